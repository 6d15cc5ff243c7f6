import { renewalPlaces } from '#shared/domain/terms/renewals';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { bookingRef } from '../bookings/bookings.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { childIsStored } from '../families/children.ts';
import { newOfferId, newWaitingEntryId } from '../ids.ts';
import { sendCounted } from '../ledger/change-limits.ts';
import type { Table } from '../table.ts';
import { readOfferCharges } from './offer-charges.ts';
import type { OfferedSlot } from './offered-slots.ts';
import { renewalMoveUpdate } from './renewals.ts';
import { offeredPlacesRelease, slotListUpdate } from './slot-update.ts';
import { offerEndUpdate, offerPut, type StoredOffer } from './stored-offer.ts';
import { entryDeletes, entryPuts } from './waiting-entries.ts';

export type MoveRenewalOutcome =
  | 'moved'
  /** The offer was answered or has ended meanwhile, or the child or its family is being deleted. */
  | 'ended'
  | 'full'
  | 'already-booked'
  /** The child waits for a place in the slot. */
  | 'already-waiting'
  /** No session is left, or the class changed since it was read. */
  | 'again'
  | 'gone'
  /** The family has made as many changes in this hour as it may. */
  | 'limited'
  | 'busy';

/** The place that an open offer holds goes to the list of its slot, or to all. */
const releaseWrites = (table: Table, offer: StoredOffer, at: Instant, hasWaiting: boolean): Write[] => [
  offerEndUpdate(table, offer, { state: 'declined', at }),
  offeredPlacesRelease(table, offer, { at, hasWaiting, comesBack: false }),
  ...entryDeletes(table, { ...offer, id: offer.entry_id, offer_id: offer.id }),
];

/**
 * Has the place that is kept for a child in another slot instead, as another offer until the same deadline (TRM-04). One
 * transaction: the family never has no place in between. An offer that was declined is made again in the same way.
 */
export const moveRenewal = async (
  table: Table,
  offer: StoredOffer & { readonly renewal: NonNullable<StoredOffer['renewal']> },
  target: OfferedSlot,
  moment: BusinessMoment,
): Promise<MoveRenewalOutcome> => {
  const { cls, slot } = target;
  const places = renewalPlaces(cls, slot, offer.until, moment);
  if (!places) return 'gone';
  const { parent_id, child_ids, renewal, children } = offer;
  const at = instantOf(moment.now);
  const where = { parent_id, class_id: cls.id, time_slot_id: slot.id, child_ids };
  const [id, entry_id] = [newOfferId(moment.now), newWaitingEntryId(moment.now)];
  const charges = await readOfferCharges(table, target, where, places, moment);
  const take = [
    renewalMoveUpdate(table, offer, id, at),
    slotListUpdate(table, where, {
      add: { current_bookings: 1, held: 1 },
      condition:
        'attribute_not_exists(closed) AND current_bookings < max_capacity AND calendar_version = :calendar',
      values: { ':calendar': slot.calendar_version },
    }),
    ...child_ids.map((child_id) => ({
      ConditionCheck: {
        TableName: table.name,
        Key: bookingRef({ ...where, child_id }).key,
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    })),
    ...entryPuts(table, {
      ...{ ...where, id: entry_id, since: at, offer_id: id, is_renewal: true },
      ...{ put_first_at: null, put_first_reason: null, passed_over_at: null },
      idempotency_key: idempotencyKeySchema.parse(renewal.booking_id),
    }),
    offerPut(table, {
      ...{ ...where, id, entry_id, renewal, state: 'open', created_at: at },
      ...places,
      dates: [...places.dates],
      ...charges,
      children,
      calendar_version: slot.calendar_version,
    }),
    ...child_ids.map((child) => childIsStored(table, parent_id, child)),
  ];
  for (const hasWaiting of [false, true]) {
    const release = offer.state === 'open' ? releaseWrites(table, offer, at, hasWaiting) : [];
    const result = await sendCounted(table, { parent_id, at }, [...take, ...release]);
    if (result.outcome === 'done') return 'moved';
    if (result.outcome === 'no-ledger') return 'ended';
    if (result.outcome !== 'refused') return result.outcome;
    // A place is kept for one child.
    const [moved, taken, booked, waits, , removed, ended, released] = result.refusals;
    if (moved || removed || ended) return 'ended';
    if (booked) return 'already-booked';
    if (waits) return 'already-waiting';
    if (taken) {
      if (!taken.item || taken.item.closed) return 'gone';
      return taken.item.calendar_version === slot.calendar_version ? 'full' : 'again';
    }
    // Otherwise an entry joined or left the list of the slot that is given back.
    if (!released) return 'ended';
  }
  return 'busy';
};
