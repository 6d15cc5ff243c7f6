import { instantOf } from '#shared/domain/time/instant-of';
import { recipientIdSchema, type UserId, userIdSchema } from '#shared/schemas/ids';
import type { MessageOf } from '#shared/schemas/message';
import { centsSchema } from '#shared/schemas/values';
import { listBookedParents } from '../../data/bookings/bookings.ts';
import { listEndedBookings } from '../../data/bookings/ended-bookings.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { finishClassDeletion } from '../../data/deletions/delete-class.ts';
import { getTrialCredit } from '../../data/endings/credit-trial-session.ts';
import { addRecipients, listRecipients } from '../../data/messages/recipients.ts';
import { classDeletedEmail } from '../../lib/email/templates/class-deleted.ts';
import type { MessengerDeps } from '../deps.ts';
import { byFamily } from './by-family.ts';
import type { Prepare } from './prepared.ts';

/**
 * Stores the families as recipients before their bookings end: after an interruption of the deletion they are still stored.
 */
const keepFamilies = async (message: MessageOf<'class-deleted'>, deps: MessengerDeps): Promise<void> => {
  const { table, clock } = deps;
  const cls = await getManagedClass(table, message.audience.class_id);
  if (!cls) return;
  const booked = await Promise.all(cls.time_slots.map(({ id }) => listBookedParents(table, id)));
  const families = [...new Set(booked.flat())];
  await addRecipients(
    table,
    message,
    families.map((id) => recipientIdSchema.parse(id)),
    instantOf(clock()),
  );
  await finishClassDeletion(deps, cls, message.made_by);
};

/**
 * Ends the bookings of a class that is being deleted, deletes the class, and tells each family once what is credited
 * (END-10). It may be interrupted anywhere and called again.
 */
export const prepareClassDeleted: Prepare<'class-deleted'> = async (message, deps) => {
  await keepFamilies(message, deps);
  const recipients = await listRecipients(deps.table, message.id);
  const places = await Promise.all(
    recipients.map(async ({ id }) => {
      const parentId: UserId = userIdSchema.parse(id);
      const records = await listEndedBookings(deps.table, parentId);
      const own = records.filter(
        ({ class_id, ended }) => class_id === message.audience.class_id && ended.reason === 'class-deleted',
      );
      return Promise.all(
        own.map(async (record) => ({
          parentId,
          age: record.child_age,
          record,
          trialCredit: await getTrialCredit(deps.table, record),
        })),
      );
    }),
  );
  return byFamily(places.flat(), deps, (own) =>
    classDeletedEmail(
      own.map(({ record, trialCredit }) => ({
        ...record,
        credit: centsSchema.parse(record.ended.credit + trialCredit),
      })),
      message.facts,
      deps.siteUrl,
    ),
  );
};
