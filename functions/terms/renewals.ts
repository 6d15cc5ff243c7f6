import * as z from 'zod/mini';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { Child } from '#shared/families/family';
import type { BusinessMoment } from '#shared/lib/business-time';
import {
  type ChildId,
  type ClassId,
  classIdSchema,
  type FamilyId,
  idempotencyKeySchema,
  type MessageId,
  messageIdSchema,
  userIdSchema,
} from '#shared/lib/ids';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import type { MessageOf } from '#shared/messages/message';
import type { TimeSlot } from '#shared/sessions/slot';
import { followingSlots, type RenewalShares, renewalPlaces, shareRenewals } from '#shared/terms/renewals';
import type { RenewingChild } from '#shared/terms/term-plan';
import { adultsToCall, readActiveFamilies } from '../accounts/stored-families.ts';
import { bookingIsLive, bookingRef, listBookingsOfSlot, type StoredBooking } from '../booking/bookings.ts';
import { listManagedClasses } from '../classes/classes.ts';
import { childIsStored, childRef } from '../families/children.ts';
import { ledgerIsOpen } from '../ledger/ledger.ts';
import { above, absent, checkWrite, deleteWrite, isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  dueIndexKeys,
  renewalKey,
  renewalNoticeKey,
  renewalReminderKey,
} from '../lib/dynamo/keys-of-classes.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction } from '../lib/dynamo/writes.ts';
import { newApplicationId, newOfferId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { getMessage, messageIdOf, messagePut } from '../messages/messages.ts';
import { applicationPuts, slotListUpdate } from '../waiting/applications.ts';
import type { ListedSlot } from '../waiting/ask-list.ts';
import { readOfferCharges } from '../waiting/offer-facts.ts';
import { listRenewals, offerPut, readOffers, renewalPut, type StoredRenewal } from '../waiting/offers.ts';

interface Renewing {
  readonly listed: ListedSlot;
  /** The full booking of the class before. */
  readonly booking: StoredBooking;
  readonly child: Child;
  readonly deadline: Instant;
  readonly messageId: MessageId;
}

type MakeRenewalOutcome =
  | { readonly outcome: 'made' }
  /** Made before; or the booking ended, the family is being deleted, the child has a place or waits, or no session is left. */
  | { readonly outcome: 'not-needed' }
  /** The slot changed since it was read. */
  | { readonly outcome: 'again' }
  | { readonly outcome: 'busy' };

const isNotBooked = (
  table: Table,
  { time_slot_id, parent_id }: Pick<StoredBooking, 'time_slot_id' | 'parent_id'>,
  child_id: ChildId,
): Write => checkWrite(table, bookingRef({ time_slot_id, parent_id, child_id }).key, { if: isNew });

/** A reserved place, as an offer with an application (TRM-03). One transaction: the number of taken places stays. */
export const makeRenewal = async (
  table: Table,
  { listed, booking, child, deadline, messageId }: Renewing,
  moment: BusinessMoment,
): Promise<MakeRenewalOutcome> => {
  const { cls, slot } = listed;
  const places = renewalPlaces(cls, slot, deadline, moment);
  if (!places) return { outcome: 'not-needed' };
  const { parent_id, child_id } = booking;
  const at = instantOf(moment.now);
  const where = { parent_id, class_id: cls.id, time_slot_id: slot.id, child_ids: [child_id] };
  const [id, entry_id] = [newOfferId(moment.now), newApplicationId(moment.now)];
  const renewal = { from_class_id: booking.class_id, class_id: cls.id, booking_id: booking.id };
  const charges = await readOfferCharges(table, listed, where, places, moment);
  const result = await sendTransaction(table, [
    slotListUpdate(table, where, {
      add: { reserved: -1 },
      if: { closed: absent, reserved: above(0), calendar_version: slot.calendar_version },
    }),
    renewalPut(table, {
      ...renewal,
      parent_id,
      child_id,
      offer_id: id,
      message_id: messageId,
      state: 'open',
      state_at: at,
    }),
    bookingIsLive(table, booking),
    ledgerIsOpen(table, parent_id),
    isNotBooked(table, where, child_id),
    offerPut(table, {
      ...where,
      id,
      entry_id,
      renewal,
      state: 'open',
      created_at: at,
      ...places,
      dates: [...places.dates],
      ...charges,
      children: [{ name: child.name, date_of_birth: child.date_of_birth }],
      calendar_version: slot.calendar_version,
    }),
    ...applicationPuts(table, {
      ...where,
      id: entry_id,
      since: at,
      offer_id: id,
      is_renewal: true,
      put_first_at: null,
      put_first_reason: null,
      passed_over_at: null,
      // No attempt of a family made the application.
      idempotency_key: idempotencyKeySchema.parse(booking.id),
    }),
  ]);
  if (result.outcome === 'done') return { outcome: 'made' };
  if (result.outcome === 'busy') return { outcome: 'busy' };
  const [slotChanged, ...others] = result.refusals;
  return { outcome: slotChanged && !others.some((refusal) => refusal) ? 'again' : 'not-needed' };
};

interface WithoutRoom extends Pick<Renewing, 'listed' | 'booking'> {
  /** The child's place among those who found no room. */
  readonly since: Instant;
}

/**
 * Puts a child for whom no place could be kept on the list of its slot: what is declined before the class opens goes there
 * first (TRM-11). Refused where a place was kept for the child, and where `makeRenewal` refuses.
 */
export const listWithoutRoom = async (
  table: Table,
  { listed: { cls, slot }, booking, since }: WithoutRoom,
  now: Date,
): Promise<{ readonly outcome: 'done' | 'refused' | 'busy' }> => {
  const { parent_id, child_id } = booking;
  const where = { parent_id, class_id: cls.id, time_slot_id: slot.id, child_ids: [child_id] };
  const kept = { from_class_id: booking.class_id, class_id: cls.id, booking_id: booking.id };
  const { outcome } = await sendTransaction(table, [
    slotListUpdate(table, where, { add: { waiting: 1 }, if: { closed: absent } }),
    checkWrite(table, renewalKey(kept), { if: isNew }),
    bookingIsLive(table, booking),
    ledgerIsOpen(table, parent_id),
    childIsStored(table, parent_id, child_id),
    isNotBooked(table, where, child_id),
    ...applicationPuts(table, {
      ...where,
      id: newApplicationId(now),
      since,
      offer_id: null,
      found_no_room: true,
      put_first_at: null,
      put_first_reason: null,
      passed_over_at: null,
      idempotency_key: idempotencyKeySchema.parse(booking.id),
    }),
  ]);
  return { outcome };
};

/** Gives reserved places without an offer to the waiting list, or to all where nobody waits. */
export const releaseReserved = async (
  table: Table,
  { class_id, id, reserved, waiting }: ListedSlot['slot'],
  at: Instant,
): Promise<{ readonly outcome: 'done' | 'refused' | 'busy' }> => {
  const freed =
    waiting > 0
      ? { add: { kept: reserved, reserved: -reserved }, dueAt: at, releasedAt: at }
      : { add: { current_bookings: -reserved, held: -reserved, reserved: -reserved } };
  const { outcome } = await sendTransaction(table, [
    slotListUpdate(
      table,
      { class_id, time_slot_id: id },
      {
        ...freed,
        if: { reserved, waiting: waiting > 0 ? above(0) : 0 },
      },
    ),
  ]);
  return { outcome };
};

type NextSlot = Pick<TimeSlot, 'start_time' | 'end_time' | 'max_capacity'>;

interface SlotRenewals<Next> extends RenewalShares<StoredBooking> {
  readonly slot: TimeSlot;
  readonly next: Next | undefined;
}

export const readRenewableBookings = <Next extends NextSlot>(
  table: Table,
  { time_slots }: ManagedClass,
  nextSlots: readonly Next[],
): Promise<SlotRenewals<Next>[]> => {
  const nextOf = followingSlots(time_slots, nextSlots);
  return Promise.all(
    time_slots.map(async (slot) => {
      const next = nextOf.get(slot);
      const bookings = await listBookingsOfSlot(table, slot.id, { consistent: true });
      return { slot, next, ...shareRenewals(bookings, next?.max_capacity) };
    }),
  );
};

type ChildIds = Pick<StoredBooking, 'parent_id' | 'child_id'>;

/** Undefined for a child that was removed. One round trip for each hundred. */
export const readRenewingChildren = async (
  table: Table,
  children: readonly ChildIds[],
): Promise<(parentId: FamilyId, childId: ChildId) => Child | undefined> => {
  const refs = children.map(({ parent_id, child_id }) => childRef(parent_id, child_id));
  const read = await batchRead(table, refs, { consistent: true });
  return (parentId, childId) => read(childRef(parentId, childId));
};

/** Keeps the order of the children. One round trip for each hundred. */
export const describeRenewing = async (
  table: Table,
  children: readonly Pick<StoredBooking, 'parent_id' | 'child_name'>[],
): Promise<RenewingChild[]> => {
  const familyOf = await readActiveFamilies(
    table,
    children.map(({ parent_id }) => parent_id),
  );
  return children.map(({ parent_id, child_name }) => {
    const family = familyOf(parent_id);
    return {
      parent_id,
      child_name,
      parent_name: family?.full_name ?? '',
      adults: family ? adultsToCall(family) : [],
    };
  });
};

interface RenewalsOfPublication {
  readonly class_ids: readonly ClassId[];
  readonly publication: MessageId;
  readonly state: StoredRenewal['state'];
}

export const listRenewalsOfPublication = async (
  table: Table,
  { class_ids, publication, state }: RenewalsOfPublication,
): Promise<StoredRenewal[]> => {
  const chosen = new Set(class_ids);
  const classes = await listManagedClasses(table, { consistent: true });
  const before = classes.flatMap(({ id, planned_from }) =>
    planned_from && chosen.has(id) ? planned_from.class_id : [],
  );
  const kept = await Promise.all([...new Set(before)].map((id) => listRenewals(table, id)));
  return kept.flat().filter((renewal) => renewal.state === state && renewal.message_id === publication);
};

export const renewalNoticeEntity = 'renewal-notice';

/** Families whose places of a publication ran out are to be told (TRM-11). */
export const renewalNoticeSchema = z.object({
  publication: messageIdSchema,
  until: instantSchema,
});
type RenewalNotice = z.infer<typeof renewalNoticeSchema>;

/** One item for all places that were kept until the same time: each family gets one email. */
export const renewalNoticePut = (table: Table, notice: RenewalNotice, at: Instant): Write =>
  putWrite(table, {
    ...renewalNoticeKey(notice.publication, notice.until),
    ...dueIndexKeys(at, `${notice.publication}#${notice.until}`),
    [entityAttribute]: renewalNoticeEntity,
    ...renewalNoticeSchema.parse(notice),
  });

/**
 * Stores the message once: its item goes with it.
 * @returns `waits` where a place with the same deadline has not been ended yet: its family would not be told
 */
export const sendRenewalNotice = async (
  table: Table,
  item: Item,
  now: Date,
): Promise<{ readonly id: MessageId; readonly outcome: 'done' | 'refused' | 'busy' | 'waits' }> => {
  const { publication, until } = itemParser(renewalNoticeSchema)(item);
  const id = messageIdOf('renewal-ended', publication, until);
  const published = await getMessage(table, publication);
  const class_ids = published?.audience.kind === 'term' ? published.audience.class_ids : [];
  const open = await listRenewalsOfPublication(table, { class_ids, publication, state: 'open' });
  const offers = await readOffers(
    table,
    open.map(({ offer_id }) => offer_id),
  );
  if (offers.some((offer) => offer.state === 'open' && offer.until === until))
    return { id, outcome: 'waits' };
  const key = renewalNoticeKey(publication, until);
  const { outcome } = await sendTransaction(table, [
    messagePut(table, {
      id,
      created_at: instantOf(now),
      made_by: null,
      kind: 'renewal-ended',
      audience: { kind: 'term', class_ids: [...class_ids] },
      facts: { publication, until },
    }),
    deleteWrite(table, key),
  ]);
  // The message was stored before.
  if (outcome === 'refused') await deleteItem(table, key);
  return { id, outcome };
};

export const renewalReminderEntity = 'renewal-reminder';

export const renewalReminderSchema = z.object({
  publication: messageIdSchema,
  day: z.int(),
  class_ids: z.array(classIdSchema),
  made_by: userIdSchema,
  /** From then on the reminder is of no use: the next one is due, or the deadline has passed (TRM-11). */
  useful_until: instantSchema,
});
type RenewalReminder = z.infer<typeof renewalReminderSchema>;

export const renewalReminderPut = (table: Table, reminder: RenewalReminder, at: Instant): Write =>
  putWrite(table, {
    ...renewalReminderKey(reminder.publication, reminder.day),
    ...dueIndexKeys(at, `${reminder.publication}#${reminder.day}`),
    [entityAttribute]: renewalReminderEntity,
    ...renewalReminderSchema.parse(reminder),
  });

/** Stores the message once: its item goes with it. A reminder that is of no use any more is deleted alone. */
export const sendRenewalReminder = async (
  table: Table,
  item: Item,
  now: Date,
): Promise<{ readonly id: MessageId; readonly outcome: 'done' | 'refused' | 'busy' }> => {
  const { publication, day, class_ids, made_by, useful_until } = itemParser(renewalReminderSchema)(item);
  const id = messageIdOf('renewal-reminder', publication, String(day));
  const message: MessageOf<'renewal-reminder'> = {
    id,
    created_at: instantOf(now),
    made_by,
    kind: 'renewal-reminder',
    audience: { kind: 'term', class_ids },
    facts: { publication },
  };
  const { outcome } = await sendTransaction(table, [
    ...(now < new Date(useful_until) ? [messagePut(table, message)] : []),
    deleteWrite(table, renewalReminderKey(publication, day)),
  ]);
  return { id, outcome };
};
