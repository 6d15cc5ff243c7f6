/** Rules that a school may set otherwise. The values are the defaults of the product. Times are business time. */
export const policies = {
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
