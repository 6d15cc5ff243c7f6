import { type ReaderId, readerIdSchema } from '#shared/schemas/newsletter';
import type { Instant } from '#shared/schemas/values';
import { type Key, sha256 } from './key.ts';

/** Addresses that wait for their confirmation, by the hash of the link's token. */
export const joiningPartitionPrefix = 'JOINING#';

export const joiningKey = (token: string): Key => ({
  PK: `${joiningPartitionPrefix}${sha256(token)}`,
  SK: 'READER',
});

/** What waits for the confirmation of one address. */
export const joiningsPartition = (email: string) => ({ GSI1PK: `JOININGS#${sha256(email)}` }) as const;

export const joiningIndexKeys = (email: string, now: Instant) => ({
  ...joiningsPartition(email),
  GSI1SK: now,
});

/** The readers of the newsletter, and those who left: one item per address, some thousand in all. */
export const newsletterPartition = { PK: 'NEWSLETTER' } as const;

export const readerIdOf = (email: string): ReaderId => readerIdSchema.parse(sha256(email));

export const readerKey = (id: ReaderId): Key => ({ ...newsletterPartition, SK: id });
