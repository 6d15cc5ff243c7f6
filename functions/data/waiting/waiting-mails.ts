import * as z from 'zod/mini';
import { waitingOfferSchema } from '#shared/schemas/waiting';
import type { WaitingEntry } from '#shared/schemas/waiting';
import { sendLeaseLifetimeSeconds } from '../../limits.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { waitingMailKey } from '../dynamo/keys.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

/** The value of the entity attribute on such a request; the mailer's stream filter selects it. */
export const waitingMailEntity = 'waiting-mail';

const waitingMailKindSchema = z.enum(['offer-ended', 'offer-withdrawn', 'list-closed']);
export type WaitingMailKind = z.infer<typeof waitingMailKindSchema>;

/** What an email about a waiting list says that no other item causes: its offer or entry is changed or gone. */
const waitingMailSchema = z.extend(
  z.pick(waitingOfferSchema, { parent_id: true, class_id: true, time_slot_id: true, child_ids: true }),
  { id: z.string(), kind: waitingMailKindSchema },
);
export type WaitingMail = z.infer<typeof waitingMailSchema>;

export const waitingMailFromItem = (item: Item): WaitingMail => waitingMailSchema.parse(item);

/**
 * The write that asks for an email, for the transaction of its cause.
 * @param id of the offer or the entry
 */
export const waitingMailPut = (
  table: Table,
  kind: WaitingMailKind,
  {
    id,
    parent_id,
    class_id,
    time_slot_id,
    child_ids,
  }: Pick<WaitingEntry, 'parent_id' | 'class_id' | 'time_slot_id' | 'child_ids'> & { readonly id: string },
  now: Date,
): Write => ({
  Put: {
    TableName: table.name,
    Item: {
      ...waitingMailKey(id),
      [entityAttribute]: waitingMailEntity,
      ...{ id, kind, parent_id, class_id, time_slot_id, child_ids },
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + sendLeaseLifetimeSeconds,
    },
  },
});
