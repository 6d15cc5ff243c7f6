import { datesIn, isLiveBooking } from '#shared/booking/booked-sessions';
import { toCalendarDate } from '#shared/lib/business-time';
import type { FamilyId } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import type { MessageOf } from '#shared/messages/message';
import { finishClassDeletion, getTrialCredit } from '../across/delete-class.ts';
import { listBookedParents, listBookingsOfSlots } from '../booking/bookings.ts';
import { listEndedBookings } from '../booking/ended-bookings.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { addRecipients, listRecipients } from '../messages/recipients.ts';
import {
  type Prepare,
  readFamilyIds,
  readRecipients,
  toAdultsOfFamilies,
  toFamilies,
  toNobody,
} from '../messages/to-families.ts';
import { getManagedClass } from './classes.ts';
import { type ChangedBooking, classChangedEmail, classDeletedEmail } from './emails.ts';

export const prepareClassChanged: Prepare<'class-changed'> = async ({ audience, facts }, deps) => {
  const cls = await getManagedClass(deps.table, audience.class_id);
  if (!cls) return toNobody;
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  const places: (ChangedBooking & { readonly parentId: FamilyId; readonly age: number })[] = [];
  const bookings = await listBookingsOfSlots(deps.table, cls.time_slots);
  for (const slot of cls.time_slots) {
    const time = facts.slots.find(({ slot_id }) => slot_id === slot.id);
    for (const booking of bookings) {
      const isOwn = booking.time_slot_id === slot.id;
      // The venue is told once, with the booking's own slot.
      if (!(isOwn ? facts.venue || time : time)) continue;
      const isConcerned = isOwn
        ? isLiveBooking(booking, cls, today)
        : datesIn(cls, booking, slot, today).length > 0;
      if (!isConcerned) continue;
      const { parent_id, child_name, child_age } = booking;
      places.push({ parentId: parent_id, child: child_name, age: child_age, cls, slot, time });
    }
  }
  return toAdultsOfFamilies('class-changed', places, deps, (own) =>
    classChangedEmail(own, facts, deps.siteUrl),
  );
};

// Stores the adults as recipients before their bookings end, so that an interrupted deletion still knows them.
const keepFamilies = async (message: MessageOf<'class-deleted'>, deps: MessengerDeps): Promise<void> => {
  const { table, clock } = deps;
  const cls = await getManagedClass(table, message.audience.class_id);
  if (!cls) return;
  const booked = await Promise.all(cls.time_slots.map(({ id }) => listBookedParents(table, id)));
  const { ids } = await readRecipients(table, message.kind, booked.flat());
  await addRecipients(table, message, ids, instantOf(clock()));
  await finishClassDeletion(deps, cls, message.made_by);
};

const listRecords = async (
  { audience }: MessageOf<'class-deleted'>,
  parentId: FamilyId,
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

/** Ends the bookings, deletes the class, and tells each family once what is credited (END-10). Repeatable anywhere. */
export const prepareClassDeleted: Prepare<'class-deleted'> = async (message, deps) => {
  await keepFamilies(message, deps);
  const recipients = (await listRecipients(deps.table, message.id)).map(({ id }) => id);
  const familyIdOf = await readFamilyIds(deps.table, recipients);
  const families = recipients.flatMap((id) => familyIdOf(id) ?? []);
  return toFamilies('class-deleted', families, deps, async (to) => {
    const own = new Set(to.map(({ familyId }) => familyId));
    const records = new Map(
      await Promise.all([...own].map(async (id) => [id, await listRecords(message, id, deps)] as const)),
    );
    return ({ familyId }) => {
      const [first, ...rest] = records.get(familyId) ?? [];
      return first && classDeletedEmail([first, ...rest], message.facts, deps.siteUrl);
    };
  });
};
