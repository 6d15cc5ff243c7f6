import type { BookedSessions } from '#shared/booking/booking';
import { placesLeft } from '#shared/classes/class';
import { isOffSale, opensForAll } from '#shared/classes/openings';
import type { Child } from '#shared/families/family';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import type { ClassId, FamilyId, SlotId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { instantOf } from '#shared/lib/values';
import { nextUpcomingDate } from '#shared/sessions/sessions';
import { rankOf, ranksAfterDecline } from '#shared/waiting/waiting';
import type { UnheardOffer } from '#shared/waiting/waiting-admin';
import type { FamilyOffer, FamilyWaiting, WaitingView } from '#shared/waiting/waiting-view';
import { adultsToCall, noFamilyMailReason, readActiveFamilies } from '../accounts/stored-families.ts';
import { listBookingsOfParent, type StoredBooking } from '../booking/bookings.ts';
import { readFamilyOpening } from '../booking/held-by-family.ts';
import { getFamily } from '../families/families.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Table } from '../lib/table.ts';
import {
  type ApplicationOnList,
  listApplications,
  listWaitingOfFamily,
  type StoredApplication,
  type FamilyWaiting as WaitingOfFamily,
} from './applications.ts';
import { type OfferedSlot, readOfferedSlots, readOtherSessions } from './offer-facts.ts';
import { listOpenOffers, readOffers, type StoredOffer } from './offers.ts';
import { offerView } from './steps.ts';

type Places = Pick<StoredOffer, 'time_slot_id' | 'child_ids'>;

const sharesChild = (one: Places, other: Places): boolean =>
  one.time_slot_id === other.time_slot_id && one.child_ids.some((id) => other.child_ids.includes(id));

// The latest offers of their children in the slot, which do not wait there again (WAI-10).
const offersThatRanOut = ({ applications, endedOffers }: WaitingOfFamily): StoredOffer[] =>
  endedOffers.filter((offer, index) => {
    const later: readonly Places[] = [...applications, ...endedOffers.slice(index + 1)];
    return offer.state === 'expired' && !later.some((other) => sharesChild(offer, other));
  });

// The children have no place in the slot: they can join its list again.
const offersToRejoin = (offers: readonly StoredOffer[], bookings: readonly StoredBooking[]): StoredOffer[] =>
  offers.filter(
    (offer) =>
      !bookings.some(({ time_slot_id, child_id }) =>
        sharesChild(offer, { time_slot_id, child_ids: [child_id] }),
      ),
  );

// The classes of some slots that open later for a family (TRM-11). Its ledger is read where one opens for all later.
const readClosed = async (
  table: Table,
  slots: readonly (OfferedSlot | undefined)[],
  parentId: FamilyId,
  moment: BusinessMoment,
): Promise<ReadonlySet<ClassId>> => {
  const opening = slots.flatMap((slot) =>
    slot && opensForAll(slot.cls, moment.now) !== null ? slot.cls : [],
  );
  if (opening.length === 0) return new Set();
  const ledger = await getFamilyLedger(table, parentId, { consistent: true });
  const opens = await Promise.all(opening.map((cls) => readFamilyOpening(table, cls, ledger, moment)));
  return new Set(opening.filter((_, index) => opens[index]).map(({ id }) => id));
};

interface Around {
  readonly closed: ReadonlySet<ClassId>;
  readonly moment: BusinessMoment;
  readonly children: readonly Child[];
  readonly listOf: ReadonlyMap<SlotId, readonly ApplicationOnList[]>;
}

const waitingView = (
  { id, class_id, time_slot_id, child_ids, since }: StoredApplication,
  { cls, slot }: OfferedSlot,
  { children, listOf, moment, closed }: Around,
): WaitingView => ({
  id,
  class_id,
  time_slot_id,
  child_ids,
  since,
  class_type: cls.class_type,
  venue: cls.venue,
  venue_details: cls.venue_details,
  coach_name: cls.coach_name,
  start_date: cls.start_date,
  start_time: slot.start_time,
  end_time: slot.end_time,
  child_names: children.filter((child) => child_ids.includes(child.id)).map(({ name }) => name),
  rank: rankOf(listOf.get(time_slot_id) ?? [], id),
  is_open:
    placesLeft(slot) >= child_ids.length &&
    nextUpcomingDate(cls, slot, moment) !== null &&
    !isOffSale(cls) &&
    !closed.has(class_id),
});

const familyOffer = (
  offer: StoredOffer,
  slot: OfferedSlot,
  others: readonly BookedSessions[],
  { moment, listOf }: Around,
): FamilyOffer => ({
  ...offerView(offer, slot, others, moment),
  ranks_after_decline: ranksAfterDecline(
    listOf.get(offer.time_slot_id) ?? [],
    { id: offer.entry_id, parent_id: offer.parent_id },
    instantOf(moment.now),
  ),
});

/**
 * Two round trips: one Query for the family's applications, then one for the list of each slot, which gives the rank, and
 * one for the bookings where an offer ran out. A renewal is shown with the times of the child's other sessions, in one or
 * two further round trips.
 */
export const readFamilyWaiting = async (
  parentId: FamilyId,
  { table, clock, timeZone }: TimedDeps,
): Promise<FamilyWaiting> => {
  const moment = businessMoment(clock(), timeZone);
  const waiting = await listWaitingOfFamily(table, parentId);
  const { applications } = waiting;
  const ranOut = offersThatRanOut(waiting);
  if (applications.length + ranOut.length === 0) return { entries: [], offers: [], expired: [] };

  const slots = [...new Set(applications.map(({ time_slot_id }) => time_slot_id))];
  const [family, slotOf, offers, lists, bookings] = await Promise.all([
    getFamily(table, parentId),
    readOfferedSlots(table, [...applications, ...ranOut]),
    readOffers(
      table,
      applications.flatMap(({ offer_id }) => offer_id ?? []),
    ),
    Promise.all(slots.map(async (slot) => [slot, await listApplications(table, slot)] as const)),
    ranOut.length > 0 ? listBookingsOfParent(table, parentId) : [],
  ]);
  const othersOf = new Map(
    await Promise.all(
      offers.map(async (offer) => [offer.id, await readOtherSessions(table, offer, moment.today)] as const),
    ),
  );
  const around = {
    moment,
    closed: await readClosed(table, [...applications, ...ranOut].map(slotOf), parentId, moment),
    children: (family?.children ?? []).toSorted((one, other) =>
      ascending(one.date_of_birth, other.date_of_birth),
    ),
    listOf: new Map(lists),
  };
  return {
    entries: applications.flatMap((application) => {
      const slot = slotOf(application);
      return slot ? [waitingView(application, slot, around)] : [];
    }),
    offers: offers
      .filter(({ state }) => state === 'open')
      .toSorted((one, other) => ascending(one.until, other.until))
      .flatMap((offer) => {
        const slot = slotOf(offer);
        return slot ? [familyOffer(offer, slot, othersOf.get(offer.id) ?? [], around)] : [];
      }),
    expired: offersToRejoin(ranOut, bookings).flatMap((offer) => {
      const slot = slotOf(offer);
      if (!slot || nextUpcomingDate(slot.cls, slot.slot, moment) === null) return [];
      if (isOffSale(slot.cls) || around.closed.has(slot.cls.id)) return [];
      return [{ ...offerView(offer, slot, [], moment), child_ids: offer.child_ids }];
    }),
  };
};

/** Includes renewals (WAI-16). One Query for all open offers, one read of families; one more of each where no email reaches. */
export const readUnheardOffers = async ({ table, clock, timeZone }: TimedDeps): Promise<UnheardOffer[]> => {
  const listed = await listOpenOffers(table);
  const familyOf = await readActiveFamilies(table, [...new Set(listed.map(({ parent_id }) => parent_id))]);
  const unheard = listed.filter(({ parent_id }) => {
    const family = familyOf(parent_id);
    return family !== undefined && noFamilyMailReason(family) !== undefined;
  });
  // The index may lag behind an answer.
  const offers = (
    await readOffers(
      table,
      unheard.map(({ id }) => id),
    )
  ).filter(({ state }) => state === 'open');
  const slotOf = await readOfferedSlots(table, offers);
  const moment = businessMoment(clock(), timeZone);
  return offers.flatMap((offer) => {
    const [slot, family] = [slotOf(offer), familyOf(offer.parent_id)];
    if (!slot || !family) return [];
    return [
      {
        ...offerView(offer, slot, [], moment),
        parent_name: family.full_name,
        adults: adultsToCall(family),
      },
    ];
  });
};
