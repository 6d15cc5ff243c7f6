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
import type { Prepare } from './prepared.ts';
import { toFamilies } from './to-families.ts';

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

/** The records of a family's bookings that ended with a class, with what is credited for each. */
const listRecords = async (
  { audience }: MessageOf<'class-deleted'>,
  parentId: UserId,
  { table }: MessengerDeps,
) => {
  const own = (await listEndedBookings(table, parentId))
    .filter(({ class_id, ended }) => class_id === audience.class_id && ended.reason === 'class-deleted')
    // The oldest child first, as in other emails.
    .toSorted((one, other) => other.child_age - one.child_age);
  return Promise.all(
    own.map(async (record) => ({
      ...record,
      credit: centsSchema.parse(record.ended.credit + (await getTrialCredit(table, record))),
    })),
  );
};

/**
 * Ends the bookings of a class that is being deleted, deletes the class, and tells each family once what is credited
 * (END-10). It may be interrupted anywhere and called again.
 */
export const prepareClassDeleted: Prepare<'class-deleted'> = async (message, deps) => {
  await keepFamilies(message, deps);
  const recipients = await listRecipients(deps.table, message.id);
  const families = recipients.map(({ id }) => userIdSchema.parse(id));
  return toFamilies(families, deps, async (ids) => {
    const records = new Map(
      await Promise.all(ids.map(async (id) => [id, await listRecords(message, id, deps)] as const)),
    );
    return ({ id }) => {
      const [first, ...rest] = records.get(id) ?? [];
      return first && classDeletedEmail([first, ...rest], message.facts, deps.siteUrl);
    };
  });
};
