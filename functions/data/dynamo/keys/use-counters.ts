import type { Instant } from '#shared/schemas/values';
import { type Key, sha256 } from './key.ts';

export type UseCounterKind = 'email' | 'source' | 'source-day' | 'contact' | 'contact-source' | 'feed';

/** Counters are in partitions of this prefix. */
export const usesPartitionPrefix = 'USES#';

/** How often a subject (an address from a source, a source, a form) was used in the period that begins at `periodStart`. */
export const useCounterKey = (kind: UseCounterKind, subject: string, periodStart: Instant): Key => ({
  PK: `${usesPartitionPrefix}${kind}#${sha256(subject)}`,
  SK: periodStart,
});
