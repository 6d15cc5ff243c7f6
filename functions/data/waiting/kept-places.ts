import * as z from 'zod/mini';
import { instantOf } from '#shared/domain/time/instant-of';
import { type ClassId, type MessageId, messageIdSchema } from '#shared/schemas/ids';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { listManagedClasses } from '../classes/managed-classes.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { dueIndexKeys } from '../dynamo/keys/due-work.ts';
import { renewalNoticeKey } from '../dynamo/keys/waiting.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import { messageIdOf } from '../messages/message-id.ts';
import { getMessage, messagePut } from '../messages/messages.ts';
import type { Table } from '../table.ts';
import { listRenewals, type StoredRenewal } from './renewals.ts';
import { readOffers } from './stored-offer.ts';

interface KeptPlaces {
  readonly class_ids: readonly ClassId[];
  /** The message that told the families of their places. */
  readonly publication: MessageId;
  readonly state: StoredRenewal['state'];
}

/**
 * The places that a publication kept and that are in a state. One Query for the classes, and one for each class before.
 */
export const listKept = async (
  table: Table,
  { class_ids, publication, state }: KeptPlaces,
): Promise<StoredRenewal[]> => {
  const chosen = new Set(class_ids);
  const classes = await listManagedClasses(table, { consistent: true });
  const before = classes.flatMap(({ id, planned_from }) =>
    planned_from && chosen.has(id) ? planned_from.class_id : [],
  );
  const kept = await Promise.all([...new Set(before)].map((id) => listRenewals(table, id)));
  return kept.flat().filter((renewal) => renewal.state === state && renewal.message_id === publication);
};

/** The value of the entity attribute on such an item. */
export const renewalNoticeEntity = 'renewal-notice';

/** That places of a publication ran out, of which the families are to be told (TRM-11). */
const renewalNoticeSchema = z.object({
  publication: messageIdSchema,
  /** The deadline of these places. */
  until: instantSchema,
});
export type RenewalNotice = z.infer<typeof renewalNoticeSchema>;

/**
 * The write that has the families told whose kept places ran out, for the transaction in which one did. There is one item for
 * all places that were kept until the same time: each family gets one email.
 */
export const renewalNoticePut = (table: Table, notice: RenewalNotice, at: Instant): Write => ({
  Put: {
    TableName: table.name,
    Item: {
      ...renewalNoticeKey(notice.publication, notice.until),
      ...dueIndexKeys(at, `${notice.publication}#${notice.until}`),
      [entityAttribute]: renewalNoticeEntity,
      ...renewalNoticeSchema.parse(notice),
    },
  },
});

/**
 * Stores the message to the families whose kept places ran out, once: its item goes with it.
 * @returns `waits` where a place with the same deadline has not been ended yet: its family would not be told
 */
export const sendRenewalNotice = async (
  table: Table,
  item: Item,
  now: Date,
): Promise<{ readonly id: MessageId; readonly outcome: 'done' | 'refused' | 'busy' | 'waits' }> => {
  const { publication, until } = renewalNoticeSchema.parse(item);
  const id = messageIdOf('renewal-ended', publication, until);
  const published = await getMessage(table, publication);
  const class_ids = published?.audience.kind === 'term' ? published.audience.class_ids : [];
  const open = await listKept(table, { class_ids, publication, state: 'open' });
  const offers = await readOffers(
    table,
    open.map(({ offer_id }) => offer_id),
  );
  if (offers.some((offer) => offer.state === 'open' && offer.until === until))
    return { id, outcome: 'waits' };
  const key = renewalNoticeKey(publication, until);
  const { outcome } = await sendTransaction(table, [
    messagePut(table, {
      ...{ id, created_at: instantOf(now), made_by: null, kind: 'renewal-ended' },
      audience: { kind: 'term', class_ids: [...class_ids] },
      facts: { publication, until },
    }),
    { Delete: { TableName: table.name, Key: key } },
  ]);
  // The message was stored before.
  if (outcome === 'refused') await deleteItem(table, { TableName: table.name, Key: key });
  return { id, outcome };
};
