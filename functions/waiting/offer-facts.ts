import type { BookedSessions } from '#shared/booking/booking';
import { dependsOnFamily, discountsTogether } from '#shared/booking/discounts';
import { dueDates } from '#shared/booking/due-dates';
import type { ClassSummary } from '#shared/classes/class';
import type { Child } from '#shared/families/family';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { OfferId, UserId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';
import { type OfferedPlaces, offerAmount, priceNow, remainingPlace } from '#shared/waiting/offers';
import {
  byRank,
  isWaiting,
  putFirstAt,
  type WaitingApplication,
  type WaitingOffer,
} from '#shared/waiting/waiting';
import type { ListedApplication } from '#shared/waiting/waiting-admin';
import type { OfferLink, TakeOfferByLink } from '#shared/waiting/waiting-view';
import { type ActingMember, readConfirmed } from '../accounts/confirm-family.ts';
import {
  adultsToCall,
  familyRef,
  noFamilyMailReason,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { readDiscountFacts, readOtherBookings } from '../booking/held-by-family.ts';
import { classRef, slotRef, storedSlotRef } from '../classes/classes.ts';
import { childRef } from '../families/children.ts';
import { type FamilyLedger, familyLedgerRef, getFamilyLedger, placesIn } from '../ledger/ledger.ts';
import { batchRead, type ReadEntity } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import { readSettings } from '../school/settings.ts';
import type { ApplicationOnList } from './applications.ts';
import { offerLinkRef, offerRef, readOffers, type StoredOffer } from './offers.ts';

type SlotIds = Pick<WaitingApplication, 'class_id' | 'time_slot_id'>;

export interface OfferedSlot {
  readonly cls: ClassSummary;
  readonly slot: TimeSlot;
}

/** The look-up gives undefined for a slot that is gone. */
export const readOfferedSlots = async (
  table: Table,
  subjects: readonly SlotIds[],
): Promise<(subject: SlotIds) => OfferedSlot | undefined> => {
  if (subjects.length === 0) return () => undefined;
  const refs = subjects.flatMap(({ class_id, time_slot_id }) => [
    classRef(class_id),
    slotRef(class_id, time_slot_id),
  ]);
  const read = await batchRead(table, refs, { consistent: true });
  return ({ class_id, time_slot_id }) => {
    const [cls, slot] = [read(classRef(class_id)), read(slotRef(class_id, time_slot_id))];
    return cls && slot && { cls, slot };
  };
};

/** Reduces an open offer to what the present calendar leaves of it, and gives it the calendar's version. */
export const presentOffer = (
  offer: StoredOffer,
  { cls, slot }: OfferedSlot,
  moment: BusinessMoment,
): StoredOffer => {
  const { calendar_version } = slot;
  if (offer.state !== 'open') return { ...offer, calendar_version };
  const { dates } = remainingPlace(cls, slot, offer, moment);
  return { ...offer, dates: [...dates], ...priceNow(cls, slot, offer, moment), calendar_version };
};

type OfferSlotIds = Pick<StoredOffer, 'class_id' | 'time_slot_id'>;

const slotRefs = (slot: OfferSlotIds | undefined) =>
  slot ? [storedSlotRef(slot.class_id, slot.time_slot_id)] : [];

// Whether applications wait in the slot that was read with an offer; true for a slot that was not named.
const hasWaiting = (read: ReadEntity, slots: ReturnType<typeof slotRefs>): boolean =>
  slots.every((ref) => read(ref)?.waiting !== 0);

interface OfferFacts {
  readonly offer: StoredOffer | undefined;
  readonly ledger: FamilyLedger | undefined;
  readonly hasWaiting: boolean;
}

/** The offer may be another family's. Reads ledger and slot with it, and checks the membership. One round trip. */
export const readOfferFor = async (
  table: Table,
  caller: ActingMember,
  offerId: OfferId,
  slot?: OfferSlotIds,
): Promise<OfferFacts> => {
  const [offer, ledger, slots] = [offerRef(offerId), familyLedgerRef(caller.familyId), slotRefs(slot)];
  const read = await readConfirmed(table, caller, [offer, ledger, ...slots]);
  return { offer: read(offer), ledger: read(ledger), hasWaiting: hasWaiting(read, slots) };
};

interface LinkedOfferFacts extends OfferFacts {
  readonly by: UserId | undefined;
}

/**
 * Reads the offer of a link, with the slot that it is said to be of, and the ledger of its family where the link's holder
 * names the family: the answer to a wrong id is the same as without one. One round trip.
 * @returns no offer for a secret of no link
 */
export const readLinkedOffer = async (
  table: Table,
  { offer_id, secret, parent_id }: OfferLink & Pick<TakeOfferByLink, 'parent_id'>,
  slot?: OfferSlotIds,
): Promise<LinkedOfferFacts> => {
  const [offer, link, slots] = [offerRef(offer_id), offerLinkRef(offer_id, secret), slotRefs(slot)];
  const ledger = parent_id && familyLedgerRef(parent_id);
  const refs = [offer, link, ...slots, ...(ledger ? [ledger] : [])];
  const read = await batchRead(table, refs, { consistent: true });
  const by = read(link);
  const linked = by && read(offer);
  const isOfFamily = linked !== undefined && linked.parent_id === parent_id;
  return {
    offer: linked,
    by,
    ledger: ledger && isOfFamily ? read(ledger) : undefined,
    hasWaiting: hasWaiting(read, slots),
  };
};

/**
 * The child's other bookings with their sessions from a day on (BSK-04); none for an offer that is no renewal, which is for
 * one time. One read, and another one where the child has other bookings.
 */
export const readOtherSessions = async (
  table: Table,
  { renewal, parent_id, child_ids, time_slot_id }: StoredOffer,
  today: CalendarDate,
): Promise<BookedSessions[]> => {
  if (!renewal) return [];
  const ledger = await getFamilyLedger(table, parent_id, { consistent: true });
  const asked = { parent_id, child_ids, slot_ids: [time_slot_id] };
  return ledger ? readOtherBookings(table, ledger, asked, today) : [];
};

/**
 * The discounts of the offered places, in turn, since the first child's place counts for the second one (DIS-02), and the
 * due dates. Two reads where a rule depends on the family's places.
 */
export const readOfferCharges = async (
  table: Table,
  { cls, slot }: OfferedSlot,
  { parent_id, child_ids }: Pick<WaitingOffer, 'parent_id' | 'child_ids'>,
  { price, dates }: OfferedPlaces,
  moment: BusinessMoment,
): Promise<Pick<WaitingOffer, 'discounts' | 'due_dates'>> => {
  const { discounts: rules, due_rule } = await readSettings(table);
  const ledger = dependsOnFamily(rules, cls)
    ? await getFamilyLedger(table, parent_id, { consistent: true })
    : undefined;
  const facts = await readDiscountFacts(table, ledger ? placesIn(ledger) : [], moment, cls);
  const discounts = discountsTogether({ cls, slot, child_ids, day: moment.today }, facts, price);
  const due_dates = dueDates(due_rule, { today: moment.today, dates, amount: price, isTrial: false });
  return {
    ...(discounts.some((discount) => discount) && { discounts }),
    ...(due_dates && { due_dates }),
  };
};

export type WaitingPlaceIds = Pick<
  WaitingApplication,
  'class_id' | 'time_slot_id' | 'parent_id' | 'child_ids'
>;

// What an email about a waiting list says; undefined for what is gone.
interface WaitingMailFacts {
  readonly cls: ClassSummary | undefined;
  readonly slot: TimeSlot | undefined;
  readonly parent: StoredFamily | undefined;
  /** The oldest first. */
  readonly children: readonly Child[];
}

export const readWaitingMailFacts = async (
  table: Table,
  { class_id, time_slot_id, parent_id, child_ids }: WaitingPlaceIds,
): Promise<WaitingMailFacts> => {
  const [cls, slot] = [classRef(class_id), slotRef(class_id, time_slot_id)];
  const parent = familyRef(parent_id);
  const children = child_ids.map((id) => childRef(parent_id, id));
  const read = await batchRead(table, [cls, slot, parent, ...children], { consistent: true });
  return {
    cls: read(cls),
    slot: read(slot),
    parent: read(parent),
    children: children
      .flatMap((child) => read(child) ?? [])
      .toSorted((one, other) => ascending(one.date_of_birth, other.date_of_birth)),
  };
};

/** Offers first, then in the order of the list (WAI-11). */
export const describeList = async (
  table: Table,
  applications: readonly ApplicationOnList[],
  listed: OfferedSlot,
  moment: BusinessMoment,
): Promise<ListedApplication[]> => {
  if (applications.length === 0) return [];
  const refs = applications.flatMap(({ parent_id, child_ids }) => [
    familyRef(parent_id),
    ...child_ids.map((id) => childRef(parent_id, id)),
  ]);
  const [read, offers] = await Promise.all([
    batchRead(table, refs, { consistent: false }),
    readOffers(
      table,
      applications.flatMap(({ offer_id }) => offer_id ?? []),
    ),
  ]);
  const offerOf = new Map(offers.map((offer) => [offer.entry_id, presentOffer(offer, listed, moment)]));
  const waiting = applications.filter(isWaiting).toSorted(byRank);
  const asked = applications.filter((application) => !isWaiting(application)).toSorted(byRank);
  return [...asked, ...waiting].map((application) => {
    const { id, parent_id, child_ids, since, put_first_reason } = application;
    const parent = read(familyRef(parent_id));
    const offer = offerOf.get(id);
    const rank = waiting.indexOf(application) + 1;
    return {
      id,
      parent_id,
      since,
      put_first_reason: putFirstAt(application) && put_first_reason,
      rank: rank > 0 ? rank : null,
      child_names: child_ids
        .flatMap((child) => read(childRef(parent_id, child)) ?? [])
        .toSorted((one, other) => ascending(one.date_of_birth, other.date_of_birth))
        .map(({ name }) => name),
      parent_name: parent?.full_name ?? '',
      adults: parent ? adultsToCall(parent) : [],
      takes_no_mail: !parent || noFamilyMailReason(parent) !== undefined,
      offer: offer
        ? {
            id: offer.id,
            until: offer.until,
            price: offer.price,
            amount: offerAmount(offer, child_ids.length),
            calendar_version: offer.calendar_version,
            is_renewal: offer.renewal !== undefined,
          }
        : null,
    };
  });
};
