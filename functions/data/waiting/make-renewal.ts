import { renewalPlaces } from '#shared/domain/terms/renewals';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Child } from '#shared/schemas/child';
import { type ChildId, idempotencyKeySchema, type MessageId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { bookingRef, bookingWithId, type StoredBooking } from '../bookings/bookings.ts';
import { renewalKey } from '../dynamo/keys/waiting.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { childIsStored } from '../families/children.ts';
import { newOfferId, newWaitingEntryId } from '../ids.ts';
import { ledgerIsOpen } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import type { ListedSlot } from './ask-list.ts';
import { readOfferCharges } from './offer-charges.ts';
import { renewalPut } from './renewals.ts';
import { slotListUpdate } from './slot-update.ts';
import { offerPut } from './stored-offer.ts';
import { entryPuts } from './waiting-entries.ts';

interface Renewing {
  /** Of the class of the next term. */
  readonly listed: ListedSlot;
  /** The full booking of the class before. */
  readonly booking: StoredBooking;
  readonly child: Child;
  readonly deadline: Instant;
  /** That tells the family. */
  readonly messageId: MessageId;
}

export type MakeRenewalOutcome =
  | 'made'
  /**
   * It was made before, the booking ended, the family is being deleted, the child has a place or waits there, or no session is
   * left.
   */
  | 'not-needed'
  /** The slot changed since it was read. */
  | 'again'
  | 'busy';

/** A check that a child has no place in a slot. */
const isNotBooked = (
  table: Table,
  { time_slot_id, parent_id }: Pick<StoredBooking, 'time_slot_id' | 'parent_id'>,
  child_id: ChildId,
): Write => ({
  ConditionCheck: {
    TableName: table.name,
    Key: bookingRef({ time_slot_id, parent_id, child_id }).key,
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

/**
 * Gives a reserved place of the next term to a child of the class before, as an offer with an entry of the slot's list
 * (TRM-03). One transaction: the places that are taken do not change.
 */
export const makeRenewal = async (
  table: Table,
  { listed, booking, child, deadline, messageId }: Renewing,
  moment: BusinessMoment,
): Promise<MakeRenewalOutcome> => {
  const { cls, slot } = listed;
  const places = renewalPlaces(cls, slot, deadline, moment);
  if (!places) return 'not-needed';
  const { parent_id, child_id } = booking;
  const at = instantOf(moment.now);
  const where = { parent_id, class_id: cls.id, time_slot_id: slot.id, child_ids: [child_id] };
  const [id, entry_id] = [newOfferId(moment.now), newWaitingEntryId(moment.now)];
  const renewal = { from_class_id: booking.class_id, class_id: cls.id, booking_id: booking.id };
  const charges = await readOfferCharges(table, listed, where, places, moment);
  const result = await sendTransaction(table, [
    slotListUpdate(table, where, {
      add: { reserved: -1 },
      condition: 'attribute_not_exists(closed) AND reserved > :none AND calendar_version = :calendar',
      values: { ':none': 0, ':calendar': slot.calendar_version },
    }),
    renewalPut(table, {
      ...{ ...renewal, parent_id, child_id, offer_id: id, message_id: messageId },
      ...{ state: 'open', state_at: at },
    }),
    { ConditionCheck: bookingWithId(table, booking) },
    ledgerIsOpen(table, parent_id),
    isNotBooked(table, where, child_id),
    offerPut(table, {
      ...{ ...where, id, entry_id, renewal, state: 'open', created_at: at },
      ...places,
      dates: [...places.dates],
      ...charges,
      children: [{ name: child.name, date_of_birth: child.date_of_birth }],
      calendar_version: slot.calendar_version,
    }),
    ...entryPuts(table, {
      ...{ ...where, id: entry_id, since: at, offer_id: id, is_renewal: true },
      ...{ put_first_at: null, put_first_reason: null, passed_over_at: null },
      // No attempt of a family made it.
      idempotency_key: idempotencyKeySchema.parse(booking.id),
    }),
  ]);
  if (result.outcome === 'done') return 'made';
  if (result.outcome === 'busy') return 'busy';
  const [slotChanged, ...others] = result.refusals;
  return slotChanged && !others.some((refusal) => refusal) ? 'again' : 'not-needed';
};

interface WithoutRoom extends Pick<Renewing, 'listed' | 'booking'> {
  /** Its place among those who found no room. */
  readonly since: Instant;
}

/**
 * Puts a child of the class before, for whom no place could be kept, on the list of its slot: what is declined before the class
 * opens goes there first (TRM-11). Refused where a place was kept for it, and where `makeRenewal` refuses.
 */
export const listWithoutRoom = async (
  table: Table,
  { listed: { cls, slot }, booking, since }: WithoutRoom,
  now: Date,
): Promise<'done' | 'refused' | 'busy'> => {
  const { parent_id, child_id } = booking;
  const where = { parent_id, class_id: cls.id, time_slot_id: slot.id, child_ids: [child_id] };
  const kept = { from_class_id: booking.class_id, class_id: cls.id, booking_id: booking.id };
  const { outcome } = await sendTransaction(table, [
    slotListUpdate(table, where, { add: { waiting: 1 }, condition: 'attribute_not_exists(closed)' }),
    {
      ConditionCheck: {
        TableName: table.name,
        Key: renewalKey(kept),
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
    { ConditionCheck: bookingWithId(table, booking) },
    ledgerIsOpen(table, parent_id),
    childIsStored(table, parent_id, child_id),
    isNotBooked(table, where, child_id),
    ...entryPuts(table, {
      ...{ ...where, id: newWaitingEntryId(now), since, offer_id: null, found_no_room: true },
      ...{ put_first_at: null, put_first_reason: null, passed_over_at: null },
      idempotency_key: idempotencyKeySchema.parse(booking.id),
    }),
  ]);
  return outcome;
};

/** Gives the reserved places for which no offer was made to the waiting list, or to all where nobody waits. */
export const releaseReserved = async (
  table: Table,
  { class_id, id, reserved, waiting }: ListedSlot['slot'],
  at: Instant,
): Promise<'done' | 'refused' | 'busy'> => {
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
        condition: `reserved = :reserved AND waiting ${waiting > 0 ? '>' : '='} :none`,
        values: { ':reserved': reserved, ':none': 0 },
      },
    ),
  ]);
  return outcome;
};
