import { type ReaderId, readerIdSchema } from '#shared/schemas/newsletter';
import { type Key, sha256 } from './key.ts';

/** Addresses that wait for their confirmation, by the hash of the link's token. */
export const joiningPartitionPrefix = 'JOINING#';

export const joiningKey = (token: string): Key => ({
  PK: `${joiningPartitionPrefix}${sha256(token)}`,
  SK: 'READER',
});

/** The readers of the newsletter, and those who left: one item per address, some thousand in all. */
export const newsletterPartition = { PK: 'NEWSLETTER' } as const;

export const readerIdOf = (email: string): ReaderId => readerIdSchema.parse(sha256(email));

export const readerKey = (id: ReaderId): Key => ({ ...newsletterPartition, SK: id });
