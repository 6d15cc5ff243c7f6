import type { ProblemCode } from './errors.ts';

/** Why an offer of a waiting list cannot be taken, with a session or by its link. */
export const offerProblems = [
  'offerNotFound',
  'offerEnded',
  'profileNotFound',
  'slotNotFound',
  'alreadyBooked',
  'sessionsOverlap',
  'offerTrialHeld',
  'tooManyBookings',
  'tooManyChanges',
  'tooManyLiveBookings',
  'programEnded',
  'calendarChanged',
  'notOpenYet',
] as const satisfies readonly ProblemCode[];

/** Why a place of the next term cannot be kept in another slot. */
export const moveOfferProblems = [
  'offerNotFound',
  'offerEnded',
  'slotNotFound',
  'slotFull',
  'alreadyBooked',
  'alreadyWaiting',
  'sessionsOverlap',
  'notOpenYet',
  'calendarChanged',
  'tooManyChanges',
] as const satisfies readonly ProblemCode[];
