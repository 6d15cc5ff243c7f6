import type { OfferId, UserId } from '#shared/schemas/ids';
import type { OfferLink } from '#shared/schemas/waiting-input';
import { storedSlotRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import { offerLinkRef, offerRef, type StoredOffer } from './stored-offer.ts';

type SlotIds = Pick<StoredOffer, 'class_id' | 'time_slot_id'>;

interface OfferWithSlot {
  readonly offer: StoredOffer | undefined;
  /** Whether entries wait in the slot; true for a slot that was not named. */
  readonly hasWaiting: boolean;
}

interface OfferOfFamily extends OfferWithSlot {
  /** Of the family that asks, which may be another one than the offer's. */
  readonly ledger: FamilyLedger | undefined;
}

const slotRefs = (slot: SlotIds | undefined) =>
  slot ? [storedSlotRef(slot.class_id, slot.time_slot_id)] : [];

/** Reads an offer, the slot that it is said to be of, and the ledger of the family that asks. One round trip. */
export const readOfferWithSlot = async (
  table: Table,
  { offerId, parentId }: { readonly offerId: OfferId; readonly parentId: UserId },
  slot: SlotIds | undefined,
): Promise<OfferOfFamily> => {
  const [offer, ledger, slots] = [offerRef(offerId), familyLedgerRef(parentId), slotRefs(slot)];
  const read = await batchRead(table, [offer, ledger, ...slots], { consistent: true });
  return {
    offer: read(offer),
    ledger: read(ledger),
    hasWaiting: slots.every((ref) => read(ref)?.waiting !== 0),
  };
};

/** Like `readOfferWithSlot`, for the offer of a link, whose family is not known before; undefined for a link that is none. */
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
