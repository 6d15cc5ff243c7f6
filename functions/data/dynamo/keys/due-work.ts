import type { Instant } from '#shared/schemas/values';
import type { Key } from './key.ts';

/** Everything that is due at a time has these keys, whichever entity it is, until it is done. */
export const duePartition = { GSI1PK: 'DUE' } as const;

export const dueIndexKeys = (dueAt: Instant, subjectId: string) => ({
  ...duePartition,
  GSI1SK: `${dueAt}#${subjectId}`,
});

/** Work that recurs every business day, one item for each kind: it moves from day to day. */
export const dailyPartition = 'DAILY';

export const dailyWorkKey = (kind: string): Key => ({ PK: dailyPartition, SK: kind });
