import { policies } from '#shared/policies';

/**
 * Until when the money entries of a family that is erased at a moment are kept: the same moment, UTC, years later (END-12).
 * After 29 February it is 1 March where the year has no such day, so that no entry is kept too short.
 */
export const retainedUntil = (erasedAt: Date): Date => {
  const until = new Date(erasedAt);
  until.setUTCFullYear(erasedAt.getUTCFullYear() + policies.money.retentionYears);
  return until;
};
