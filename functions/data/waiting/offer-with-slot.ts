import type { OfferId } from '#shared/schemas/ids';
import type { OfferLink } from '#shared/schemas/waiting-input';
import { storedSlotRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Table } from '../table.ts';
import { offerLinkRef, offerRef, type StoredOffer } from './stored-offer.ts';

type SlotIds = Pick<StoredOffer, 'class_id' | 'time_slot_id'>;

interface OfferWithSlot {
  readonly offer: StoredOffer | undefined;
  /** Whether entries wait in the slot; true for a slot that was not named. */
  readonly hasWaiting: boolean;
}

const slotRefs = (slot: SlotIds | undefined) =>
  slot ? [storedSlotRef(slot.class_id, slot.time_slot_id)] : [];

/** Reads an offer, and the slot that it is said to be of. One round trip. */
export const readOfferWithSlot = async (
  table: Table,
  offerId: OfferId,
  slot: SlotIds | undefined,
): Promise<OfferWithSlot> => {
  const [offer, slots] = [offerRef(offerId), slotRefs(slot)];
  const read = await batchRead(table, [offer, ...slots], { consistent: true });
  return { offer: read(offer), hasWaiting: slots.every((ref) => read(ref)?.waiting !== 0) };
};

/** Like `readOfferWithSlot`, for the offer of a link; undefined for a link that is none. */
export const readLinkedOfferWithSlot = async (
  table: Table,
  { offer_id, secret }: OfferLink,
  slot: SlotIds | undefined,
): Promise<OfferWithSlot> => {
  const [offer, link, slots] = [offerRef(offer_id), offerLinkRef(offer_id, secret), slotRefs(slot)];
  const read = await batchRead(table, [offer, link, ...slots], { consistent: true });
  return {
    offer: read(link) && read(offer),
    hasWaiting: slots.every((ref) => read(ref)?.waiting !== 0),
  };
};
