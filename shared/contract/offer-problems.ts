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
  'tooManyLiveBookings',
  'programEnded',
  'calendarChanged',
] as const satisfies readonly ProblemCode[];
