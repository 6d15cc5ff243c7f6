import type { ProblemCode } from './errors.ts';

/** Why a family cannot join a waiting list, by itself or added by an administrator. */
export const joinProblems = [
  'slotNotFound',
  'childNotFound',
  'profileNotFound',
  'programEnded',
  'alreadyBooked',
  'alreadyWaiting',
  'placesOpen',
  'joinedBefore',
] as const satisfies readonly ProblemCode[];
