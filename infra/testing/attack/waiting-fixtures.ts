import { randomUUID } from 'node:crypto';
import { takePlace } from '#functions/data/bookings/take-place';
import { endBooking } from '#functions/data/endings/end-booking';
import { newOfferId, newWaitingEntryId } from '#functions/data/ids';
import type { Table } from '#functions/data/table';
import { settleList } from '#functions/data/waiting/settle-list';
import { createOfferLink, getOffer } from '#functions/data/waiting/stored-offer';
import { listEntries } from '#functions/data/waiting/waiting-entries';
import { joinList } from '#functions/lib/waiting/join-list';
import { putClass } from '#infra/local/seed/put-class';
import { defaultTimeZone } from '#infra/settings/defaults';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { at } from '../samples/at.ts';
import { resetAccounts } from '../samples/reset-accounts.ts';
import { sampleBooking } from '../samples/sample-booking.ts';
import { runningDates, sampleClass } from '../samples/samples.ts';
import { storedFamily } from '../samples/stored-family.ts';
import { today } from './fixtures.ts';

const depsOf = (table: Table) => ({ table, clock: () => new Date(), timeZone: defaultTimeZone });

/** A class in its second week with one place, which another family has booked. */
export const newFullSlot = async (table: Table) => {
  const overrides = runningDates(today, { startedDaysAgo: 7 });
  const cls = sampleClass({ now: new Date(), capacities: [1], overrides });
  await putClass(table, cls);
  const booking = sampleBooking(cls, await storedFamily(table));
  await takePlace(table, booking);
  return { cls, slot: at(cls.time_slots, 0), booking };
};

/** An entry of a family on the list of a new full slot; without the family, ids of things that do not exist. */
export const newEntry = async (table: Table, family: Family | undefined) => {
  const { cls, slot, booking } = await newFullSlot(table);
  if (!family) return { slotId: slot.id, entryId: newWaitingEntryId(new Date()), cls, booking };
  const { id } = await joinList(
    {
      parentId: family.profile.id,
      order: { class_id: cls.id, time_slot_id: slot.id, child_ids: family.children.map((child) => child.id) },
      attempt: idempotencyKeySchema.parse(randomUUID()),
      by: 'admin',
    },
    depsOf(table),
  );
  return { slotId: slot.id, entryId: id, cls, booking };
};

/** An open offer to a family with its link; without the family, an id and a secret of nothing. */
export const newOffer = async (table: Table, family: Family | undefined) => {
  if (!family) return { offer_id: newOfferId(new Date()), secret: 'x'.repeat(43) };
  // The same family takes more offers than it may in an hour.
  await resetAccounts(table, [{ family }]);
  const { slotId, cls, booking } = await newEntry(table, family);
  const request = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
  await endBooking(depsOf(table), booking, request);
  await settleList({ class_id: cls.id, id: slotId }, depsOf(table));
  const offerId = at(await listEntries(table, slotId), 0).offer_id;
  const offer = offerId && (await getOffer(table, offerId));
  if (!offer) throw new Error('There is no offer');
  return { offer_id: offer.id, secret: await createOfferLink(table, offer) };
};
