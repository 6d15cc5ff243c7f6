/** Limits and lifetimes of the functions. What screens or messages name as well is in `shared/limits.ts`. */

import { stretched } from './lib/clock.ts';

/** How often a change of a session is tried again whose class or booking others change at the same time. */
export const sessionChangeAttempts = 4;

/**
 * How long a person waits before nothing that failed is tried again: no attempt that a service did not answer, and no
 * transaction that met write conflicts or throttling. Then the request answers 503.
 */
export const patienceMs = stretched(4_000);

/** The `retry-after` of an answer that the service is busy: after conflicts, and where a service of AWS gives no answer. */
export const busyRetryAfterSeconds = { contention: 1, unavailable: 3 } as const;

/** An IPv6 network of 48 bits may be used this often for each use of a source network, which is an IPv4 address or a /64. */
export const widerNetworkFactor = 4;

/**
 * Requests for email in one period (`limits.mailPeriodSeconds`): of one route for one mailbox from one source network,
 * and of all routes from one source network. A request of somebody else never uses up the owner's own.
 */
export const mailRequestsPerPeriod = {
  mailbox: { signUp: 5, resendVerification: 5, requestPasswordReset: 5, joinNewsletter: 5 },
  source: 60,
} as const;

/** Invitations of a second adult by one family, whatever the addresses (FID-12). */
export const adultInvitationsPerPeriod = {
  hour: { kind: 'adult-invitation', most: 5, periodSeconds: 3_600 },
  day: { kind: 'adult-invitation-day', most: 10, periodSeconds: 24 * 3_600 },
} as const;

/** Invitations by one administrator to addresses that are typed: of families, coaches and administrators (FID-12). */
export const officeInvitationsPerPeriod = {
  hour: { kind: 'office-invitation', most: 60, periodSeconds: 3_600 },
  day: { kind: 'office-invitation-day', most: 200, periodSeconds: 24 * 3_600 },
} as const;

/** Attempts to remove a second factor by a recovery code, from one source network. */
export const recoveriesPerPeriod = { most: 20, periodSeconds: 3_600 } as const;

/** An answer to a recovery code takes at least this long, so that its time does not tell whether there is an account. */
export const recoveryMinimumMs = 1_000;

/** Requests for email from one source network in a day (UTC). */
export const mailRequestsPerDay = { source: 200, periodSeconds: 24 * 3_600 } as const;

/**
 * Messages by the contact forms in one period (`limits.contactPeriodSeconds`): from one source network, in all (FRM-02),
 * and of these `further` at most that are not the first of their source: the rest is for sources that sent nothing.
 */
export const contactMessagesPerPeriod = { source: 5, all: 50, further: 25 } as const;

export const calendarFeedsPerHour = { most: 60, periodSeconds: 3_600 } as const;

/** Emails of one kind to one mailbox in one period (`limits.mailPeriodSeconds`), whoever asked for them. */
export const mailsPerPeriod = {
  'verify-email': 5,
  'reset-password': 5,
  'account-exists': 5,
  'second-factor-on': 5,
  'second-factor-on-of-other': 20,
  'second-factor-recovered': 5,
  'second-factor-reset': 5,
  'second-factor-reset-by-you': 20,
  'join-newsletter': 3,
  'coach-invitation': 5,
  'admin-invitation': 5,
  'adult-invitation': 3,
  'adult-joined': 5,
  'adult-left': 5,
  'adult-gone': 5,
  'made-holder': 5,
  'no-longer-holder': 5,
  'money-mails-changed': 5,
  'family-erased': 5,
  'payment-settings-changed': 100,
} as const;

/**
 * Beyond `mailsPerPeriod` an account is sent an email of a kind every so many seconds. A link that was left out so has a
 * predecessor that is at most this old, which the owner of a verified account can use.
 */
export const accountMailSpacingSeconds = 900;

/** So long the second adult of a family that was erased can download what it could read before (ADT-02). */
export const formerFamilyDays = 14;

/** So long it is known what was erased: longer than the 35 days for which the table can be restored (REL-05). */
export const erasedKnownDays = 40;

/** So long what still names a family that was joined with another one, such as the register on a phone, is about that one (FID-11). */
export const joinedFamilyDays = 30;

export const mailRequestLifetimeSeconds = 3_600;

/** Longer than a record whose email could not be sent is parked, which is 14 days: sent again, it sends no email twice. */
export const sendLeaseLifetimeSeconds = 15 * 24 * 3_600;

/**
 * Failed emails. A record that fails is tried again by the stream, which holds the records behind it, until it is
 * `youngSeconds` old. Then it is set aside, and tried again after each of `againMinutes`, unless the email may have been
 * sent. While SES takes no email at all it is tried until it is of no use, every `mostMinutes` at least. It is kept for
 * `retainedDays`. A request to try again that was lost is repeated after `lostAgainMinutes`.
 */
export const asideMails = {
  youngSeconds: 5,
  againMinutes: [5, 10, 20, 40, 80, 160],
  mostMinutes: 60,
  lostAgainMinutes: 60,
  retainedDays: 14,
} as const;

/** How long it is kept which single emails an address got, for whoever is asked about them. */
export const sentMails = { retainedDays: 30 } as const;

/** From this age on a confirmation is sent only while the booking has a session to come. */
export const lateConfirmationMs = 3_600_000;

/** How long an invitation that was not accepted is listed after its end, so that it can be repeated. */
export const endedInvitationDays = 14;

/** How long a link's token is kept after its end, so that a used link can be told that it was used. */
export const tokenRetainedHours = 7 * 24;

/** A sign-up attempt, which holds an address, lasts seconds. This cleans up after a crash. */
export const addressHoldLifetimeSeconds = 24 * 3_600;

/**
 * After this many days a class that is over leaves what the listing reads, unless an older class is not over. Longer than
 * anything about it is open: a session can be cancelled until the next day, a trial is held for some days.
 */
export const archiveAfterDays = 30;

/** How long a repeated request, whose first answer was lost, gets that answer. */
export const attemptLifetimeSeconds = 24 * 3_600;

/** How long a sign-up waits for another one with its address, which was sent at the same time: three times what one takes. */
export const otherSignUpMs = 1_500;

/** How often a sign-up begins again that another one with its address has ended, and then fails. */
export const mostSignUpAttempts = 3;

/** The shortest time of a sign-up's answer: longer than pool and table take, so that it does not tell known addresses. */
export const signUpMinimumMs = 1_000;

/** Up to these numbers a search reads all bookings that may match; beyond, it reads back month by month. */
export const gatheredSearch = { families: 100, bookings: 2_000 } as const;

/** Bookings that one search reads back, about 4 MB; those of a page; and of how many it reads the payments at a time. */
export const scannedSearch = { bookings: 6_000, pageSize: 1_500, payments: 200 } as const;

export const unpaidFamilies = 20;

export const exportedFamilies = 100;

/**
 * One run of the timer, which ends after 120 s. It begins no work after `beginMs`; then the next run goes on. A piece of work is
 * to note how far it has come after `pieceMs`, and is given up for this run after `mostMs`. Begun `mostTries` times in vain, it
 * is set aside: an alarm rings, and it is tried every `asideMinutes`.
 */
export const timedWork = {
  beginMs: 60_000,
  pieceMs: 30_000,
  mostMs: 45_000,
  mostTries: 3,
  asideMinutes: 60,
  retainedDays: 14,
} as const;

/** A message that is not finished is looked at again after this time. */
export const messageResumeSeconds = 300;

/** Stalled: no message made progress for `idleMinutes`, or one takes over `longestHours` (50,000 emails take 83 minutes). */
export const stalledMessage = { idleMinutes: 30, longestHours: 12 } as const;

/** How long one run sends after it has read its first message, in milliseconds, so that later records are processed. */
export const messengerRunMs = 20_000;

/** How often a run looks for messages of higher priority, in milliseconds. */
export const messengerCheckMs = 5_000;

/** Duration of the lease of a sending run, from its last renewal: longer than a request to SES can take. */
export const senderLeaseSeconds = 60;

/** How long an offer of a waiting list is kept after its end, so that its link can say how it ended. */
export const endedOfferLifetimeDays = 30;

export const publishedInParallel = 4;

/** How long it is kept what became of a place of the next term, for the office. */
export const renewalLifetimeDays = 400;

/** How many recipients of a message are stored in one transaction, of which DynamoDB takes 100 writes. */
export const recipientsPerWrite = 100;

/** For how many recipients of a message the content of their emails is read together. */
export const preparedAtOnce = 50;

/** How many recipients are leased and sent to at the same time. */
export const recipientsAtOnce = 4;

export const mailRefusals = 3;

/** The most that one search for anything gives, and for how many of its families it reads bookings. */
export const findLimits = { families: 8, familiesWithBookings: 3, bookings: 6 } as const;

/** How long a request that cancels sessions of several classes may take: then its message does not wait for more. */
export const cancellationCompletionMs = 60_000;

/** How long a child on no list is kept after the office has dealt with it, in days (REG-16). */
export const doneUnlistedDays = 90;
