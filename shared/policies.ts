/**
 * Rules that a school may change: prices, bookings that end, trials, money, times of emails, records, terms, waiting lists.
 * Times are business time. The rules in `shared/`, the functions and the texts of screens read them.
 */
export const policies = {
  /** Contact forms are emailed to the school (FRM-01). False: they send no request, and say nothing about delivery (PUB-30). */
  contactDelivery: true,
  /** A full booking costs at least this many weeks, however late it is made (PRC-04). */
  minBilledWeeks: 3,
  /** Ending a booking is free of charge until this many elapsed hours before the first session it covers (END-05). */
  cancellation: { programHours: 48, trialHours: 24 },
  trial: {
    heldDays: 3,
    heldUntil: '20:00',
    mailAt: '10:00',
  },
  money: {
    retentionYears: 6,
    /** A payment may be recorded with a date this far back (PAY-05). */
    paymentPastYears: 5,
    /** A family is not reminded again within this many days (PAY-08). */
    reminderPauseDays: 7,
  },
  cancelledSession: {
    /** The public listing announces a cancelled session this many days ahead (CAN-14). */
    announcedDays: 7,
    /** A session that has begun can be marked as not held until the end of this day after it (CAN-05). */
    markableDays: 1,
    /** A family without a delivery event after this time is called (CAN-12). */
    callAfterMinutes: 10,
  },
  sessionReminders: {
    sentAt: '17:00',
    /** A booking made this many hours before or less gets none. */
    hoursSinceBooking: 3,
  },
  card: {
    /** When families are asked whether their children's cards are still right, or may go (EME-03, SEE-03). */
    askedAt: '10:00',
    /** How long notes and contacts of an imported file wait for the family's answer (IMP-03). */
    importedRetainedDays: 180,
  },
  records: {
    /** How long the marks of registers and the views of cards are kept (SEE-03). */
    retainedMonths: 24,
  },
  calendar: {
    cancelledDays: 30,
    /** How often a calendar program is asked to look for changes. */
    refreshHours: 6,
  },
  coaches: {
    /** The dashboard names a coach's check this many days before it ends (COA-07). */
    checkNoticeDays: 60,
  },
  terms: {
    /** A family stays a current one this many days after the end of its last class (TRM-06). */
    currentFamilyDays: 90,
    /** Places of the next term are kept for this many days, unless another date is chosen, and until this time (TRM-03). */
    retainedDays: 14,
    renewalsUntil: '20:00',
    /** Families that did not answer are reminded this many days after the term was published, at this time (TRM-04). */
    remindedAfterDays: [7, 12],
    remindedAt: '10:00',
  },
  waitingList: {
    /** Hours in which a family is expected to answer: an offer ends within them or at their edges (WAI-06). */
    answerFrom: '08:00',
    answerUntil: '20:00',
    /** A session is waited for when this many of those hours are left before the offer ends for its sake. */
    hoursToAnswer: 4,
    /** An offer ends at least this long before the first session that it covers. */
    hoursBeforeSession: 2,
    /** No offer is made this long before the last session of a slot. */
    hoursWithoutOffers: 24,
  },
} as const;

export const retainedRecordDays = Math.ceil((policies.records.retainedMonths * 365.25) / 12);
