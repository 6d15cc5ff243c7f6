import * as z from 'zod/mini';
import { type MessageId, messageIdSchema } from '#shared/lib/ids';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import { absent, atMost } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, itemParser, toEpochSeconds } from '../lib/dynamo/items.ts';
import { senderKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { senderLeaseSeconds } from '../limits.ts';

/** One run sends at a time, so that the rate holds for all messages. The leases on recipients prevent sending twice. */
export const senderSchema = z.object({
  pending: z._default(z.set(messageIdSchema), new Set()),
  /** When a run last stored recipients or sent to some. */
  progress_at: z.optional(instantSchema),
});

const pendingOf = (item: Item | undefined): readonly MessageId[] => [
  ...itemParser(senderSchema)(item ?? {}).pending,
];

const leaseEnd = (now: Date): number => toEpochSeconds(now) + senderLeaseSeconds;

/** @returns all waiting messages; undefined where another run sends, which finds the added ones */
export const acquireSender = async (
  table: Table,
  { holder, now, ids }: { holder: string; now: Date; ids: readonly MessageId[] },
): Promise<readonly MessageId[] | undefined> => {
  const add = { pending: new Set(ids) };
  const { outcome, item } = await updateItem(table, senderKey, {
    set: { holder, held_until: leaseEnd(now), [entityAttribute]: 'sender' },
    add,
    if: [{ held_until: absent }, { held_until: atMost(toEpochSeconds(now)) }, { holder }],
    returnsNew: true,
  });
  if (outcome === 'done') return pendingOf(item);
  if (ids.length > 0) await updateItem(table, senderKey, { add });
  return undefined;
};

/** @param change.progressAt if this run made progress @returns waiting messages; undefined where another run sends by now */
export const renewSender = async (
  table: Table,
  { holder, now, progressAt }: { holder: string; now: Date; progressAt: Date | undefined },
): Promise<readonly MessageId[] | undefined> => {
  const { outcome, item } = await updateItem(table, senderKey, {
    set: { held_until: leaseEnd(now), ...(progressAt && { progress_at: instantOf(progressAt) }) },
    if: { holder },
    returnsNew: true,
  });
  return outcome === 'done' ? pendingOf(item) : undefined;
};

export const readProgress = (table: Table): Promise<Instant | undefined> =>
  getItem(table, { key: senderKey, fromItem: (item) => itemParser(senderSchema)(item).progress_at });

/** The message does not wait any more. */
export const removePending = async (table: Table, id: MessageId): Promise<void> => {
  await updateItem(table, senderKey, { take: { pending: new Set([id]) } });
};

/** @param options.onlyIfIdle refused while messages wait, which another run may just have added @returns false if refused */
export const releaseSender = async (
  table: Table,
  holder: string,
  { onlyIfIdle }: { onlyIfIdle: boolean },
): Promise<boolean> => {
  const { outcome, item } = await updateItem(table, senderKey, {
    remove: ['holder', 'held_until'],
    if: { holder, ...(onlyIfIdle && { pending: absent }) },
    returnsStored: true,
  });
  return outcome === 'done' || item?.holder !== holder;
};
