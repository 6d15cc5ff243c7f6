import * as z from 'zod/mini';
import { hourMs } from '#shared/lib/durations';
import { ascending } from '#shared/lib/text';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { type ReaderId, readerIdSchema, readerSchema } from '#shared/messages/newsletter';
import { atMost, type Change, present, unlessPresent, updateWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  indexKeys,
  itemParser,
  keyOfItem,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  joiningIndexKeys,
  joiningKey,
  joiningsPartition,
  newsletterPartition,
  readerIdOf,
  readerKey,
} from '../lib/dynamo/keys-of-people.ts';
import { getItem, inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, putItem, sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { newSecret } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';

/** `leave_secret` is in clear text, since each newsletter needs it. It can only remove this reader from the list. */
export const storedReaderSchema = z.extend(readerSchema, { leave_secret: z.string() });
export type StoredReader = z.infer<typeof storedReaderSchema>;

const readerFromItem = (item: Item): StoredReader => itemParser(storedReaderSchema)({ ...item, id: item.SK });

/** A reader who left has only the address's hash and the link's secret. */
const isReader = 'attribute_exists(email)';

export const listReaders = async (table: Table): Promise<StoredReader[]> => {
  const items = await queryAs(table, readerFromItem, {
    ...inPartition(newsletterPartition),
    FilterExpression: isReader,
  });
  return items.toSorted((one, other) => ascending(one.email, other.email));
};

const isOnList = async (table: Table, id: ReaderId): Promise<boolean> =>
  (await getItem(table, { key: readerKey(id), fromItem: (item) => item.email !== undefined })) ?? false;

interface Consent {
  readonly email: string;
  readonly wording: string;
  readonly at: Instant;
  /** For a new reader. Who joins again keeps the earlier secret, so that links in older emails work. */
  readonly leaveSecret: string;
}

const readerWrite = (table: Table, { email, wording, at, leaveSecret }: Consent): Write =>
  updateWrite(table, readerKey(readerIdOf(email)), {
    set: {
      [entityAttribute]: 'newsletter-reader',
      email,
      consent: wording,
      consented_at: at,
      leave_secret: unlessPresent(leaveSecret),
    },
    remove: ['left_at'],
  });

/** Address and consent go, the address's hash stays (MSG-07). */
const removeAddress = (at: Instant): Change => ({
  set: { left_at: unlessPresent(at) },
  remove: ['email', 'consent', 'consented_at'],
});

/** Removes a reader by the link's secret. Idempotent. @returns false for a wrong secret */
export const leaveList = async (
  table: Table,
  { reader, secret, now }: { reader: ReaderId; secret: string; now: Date },
): Promise<boolean> => {
  const { outcome } = await updateItem(table, readerKey(reader), {
    ...removeAddress(instantOf(now)),
    if: { leave_secret: secret },
  });
  return outcome === 'done';
};

/** Unless the reader joined after the report (OPS-04). @returns whether the address was on the list */
export const removeUnreachable = async (table: Table, email: string, at: Instant): Promise<boolean> => {
  const { outcome } = await updateItem(table, readerKey(readerIdOf(email)), {
    ...removeAddress(at),
    if: { email: present, consented_at: atMost(at) },
  });
  return outcome === 'done';
};

export const removeReader = async (
  table: Table,
  id: ReaderId,
  now: Date,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'removed' | 'not-on-list' | 'busy' }> => {
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, readerKey(id), { ...removeAddress(instantOf(now)), if: { email: present } }),
    ...extraWrites,
  ]);
  if (outcome === 'done') return { outcome: 'removed' };
  return { outcome: outcome === 'refused' ? 'not-on-list' : 'busy' };
};

/** The confirmation removes the address; the rest expires. */
export const joiningSchema = z.object({
  reader_id: readerIdSchema,
  email: z.optional(z.string()),
  valid_until: instantSchema,
});

/** Under the hash of a new token. @returns the token of 256 random bits, which is stored nowhere */
export const createJoining = async (table: Table, email: string, now: Date): Promise<string> => {
  const token = newSecret('newsletter-confirmation');
  const end = new Date(now.getTime() + limits.newsletterLinkHours * hourMs);
  await putItem(table, {
    ...joiningKey(token),
    ...joiningIndexKeys(email, instantOf(now)),
    [entityAttribute]: 'newsletter-joining',
    reader_id: readerIdOf(email),
    email,
    valid_until: instantOf(end),
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(end),
  });
  return token;
};

/** With time and wording of the consent. Idempotent. An expired token is unknown, also before the table deletes it. */
export const confirmJoining = async (
  table: Table,
  { token, wording, now }: { token: string; wording: string; now: Date },
): Promise<{ readonly outcome: 'on-list' | 'unknown' | 'busy' }> => {
  const key = joiningKey(token);
  const joining = await getItem(table, { key, fromItem: itemParser(joiningSchema) });
  const at = instantOf(now);
  if (!joining || joining.valid_until <= at) return { outcome: 'unknown' };
  const { email, reader_id } = joining;
  if (email !== undefined) {
    const use = updateWrite(table, key, { remove: ['email', ...indexKeys], if: { email: present } });
    const { outcome } = await sendTransaction(table, [
      use,
      readerWrite(table, { email, wording, at, leaveSecret: newSecret('newsletter-leave') }),
    ]);
    if (outcome !== 'refused') return { outcome: outcome === 'done' ? 'on-list' : 'busy' };
  }
  return { outcome: (await isOnList(table, reader_id)) ? 'on-list' : 'unknown' };
};

export const deleteJoinings = async (table: Table, email: string): Promise<void> => {
  const items = await queryAll(table, inPartition(joiningsPartition(email)));
  for (const item of items) await deleteItem(table, keyOfItem(item));
};
