import type { ProblemCode } from './errors.ts';

/** Why a booking cannot move to another time slot, for its family and for an administrator. */
export const moveProblems = [
  'bookingNotFound',
  'slotNotFound',
  'profileNotFound',
  'slotFull',
  'alreadyBooked',
  'sessionsOverlap',
  'classEnded',
  'trialNotMovable',
  'trialHeld',
  'programEnded',
  'priceChanged',
  'trialDateChanged',
  'calendarChanged',
  'movedBefore',
] as const satisfies readonly ProblemCode[];
