import * as z from 'zod/mini';
import { instantOf } from '#shared/domain/time/instant-of';
import { instantSchema } from '#shared/schemas/values';
import { venueDetailsSchema } from '#shared/schemas/venue';
import { waitingOfferSchema } from '#shared/schemas/waiting';
import { sendLeaseLifetimeSeconds } from '../../limits.ts';
import { classPlaceSchema } from '../class-place.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { waitingMailKey } from '../dynamo/keys/mail.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

/** The value of the entity attribute on such a request; the mailer's stream filter selects it. */
export const waitingMailEntity = 'waiting-mail';

const waitingMailKindSchema = z.enum(['offer-ended', 'offer-withdrawn', 'list-closed', 'kept-place-gone']);

/** What an email about a waiting list says that no other item causes: its offer or entry is changed or gone. */
const waitingMailSchema = z.extend(
  z.pick(waitingOfferSchema, { parent_id: true, class_id: true, time_slot_id: true, child_ids: true }),
  {
    id: z.string(),
    kind: waitingMailKindSchema,
    created_at: instantSchema,
    /** Where the family waited. */
    place: z.optional(z.extend(classPlaceSchema, { venue_details: venueDetailsSchema })),
  },
);
export type WaitingMail = z.infer<typeof waitingMailSchema>;

export const waitingMailFromItem = (item: Item): WaitingMail => waitingMailSchema.parse(item);

/**
 * The write that asks for an email, for the transaction of its cause.
 * @param subject the offer or the entry
 */
export const waitingMailPut = (
  table: Table,
  kind: WaitingMail['kind'],
  subject: Omit<WaitingMail, 'kind' | 'created_at'>,
  now: Date,
): Write => ({
  Put: {
    TableName: table.name,
    Item: {
      ...waitingMailKey(subject.id),
      [entityAttribute]: waitingMailEntity,
      ...waitingMailSchema.parse({ ...subject, kind, created_at: instantOf(now) }),
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + sendLeaseLifetimeSeconds,
    },
  },
});
