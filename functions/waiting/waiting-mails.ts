import * as z from 'zod/mini';
import { venueDetailsSchema } from '#shared/classes/class';
import { instantOf, instantSchema } from '#shared/lib/values';
import { waitingOfferSchema } from '#shared/waiting/waiting';
import { classAndSlotSchema } from '../booking/bookings.ts';
import { putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { waitingMailKey } from '../lib/dynamo/keys-of-people.ts';
import type { Table } from '../lib/table.ts';
import { sendLeaseLifetimeSeconds } from '../limits.ts';

export const waitingMailEntity = 'waiting-mail';

const waitingMailKindSchema = z.enum([
  'offer-ended',
  'offer-withdrawn',
  'offer-declined',
  'list-closed',
  'kept-place-gone',
]);

/** What an email says that no other item causes: its offer or application is changed or gone. */
export const waitingMailSchema = z.extend(
  z.pick(waitingOfferSchema, { parent_id: true, class_id: true, time_slot_id: true, child_ids: true }),
  {
    id: z.string(),
    kind: waitingMailKindSchema,
    created_at: instantSchema,
    /** Whether the application stays on its list after the school declined for the family (WAI-16). */
    stays: z.optional(z.boolean()),
    place: z.optional(z.extend(classAndSlotSchema, { venue_details: venueDetailsSchema })),
  },
);
export type WaitingMail = z.infer<typeof waitingMailSchema>;

/** @param subject the offer or the application */
export const waitingMailPut = (
  table: Table,
  kind: WaitingMail['kind'],
  subject: Omit<WaitingMail, 'kind' | 'created_at'>,
  now: Date,
): Write =>
  putWrite(table, {
    ...waitingMailKey(subject.id),
    [entityAttribute]: waitingMailEntity,
    ...waitingMailSchema.parse({ ...subject, kind, created_at: instantOf(now) }),
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + sendLeaseLifetimeSeconds,
  });
