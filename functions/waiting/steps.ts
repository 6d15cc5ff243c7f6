import { bookableDates } from '#shared/booking/booked-sessions';
import type { BookedSessions } from '#shared/booking/booking';
import { firstOverlap, overlapParams, timesIn } from '#shared/booking/overlaps';
import { isOffSale, opensForAll } from '#shared/classes/openings';
import { ageNote, suitedProgrammes } from '#shared/families/children';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import type { ChildId, FamilyId, IdempotencyKey, UserId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { upcomingDates } from '#shared/sessions/sessions';
import { offerAmount, offerDueParts } from '#shared/waiting/offers';
import type { JoinWaitingList, MoveOffer, OfferView } from '#shared/waiting/waiting-view';
import { countLiveBookings, readFamilyOpening } from '../booking/held-by-family.ts';
import { checkOnSale, checkOpening, throwIfOpensLater } from '../booking/steps.ts';
import { changeHourOf } from '../ledger/changes.ts';
import { type FamilyLedger, getFamilyLedger } from '../ledger/ledger.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { FamilyCaller } from '../lib/http/caller.ts';
import { busy, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import { newApplicationId } from '../lib/ids.ts';
import type { StoredApplication } from './applications.ts';
import { endOffer, giveBackRenewal } from './end-offer.ts';
import { type OfferedSlot, presentOffer, readOfferedSlots, readOtherSessions } from './offer-facts.ts';
import { getOffer, getRenewal, isTakenBeforeOpening, type StoredOffer } from './offers.ts';
import { readJoinFacts, storeApplication } from './store-application.ts';
import * as data from './take-offer.ts';
import { moveRenewal } from './take-offer.ts';

interface Joining {
  readonly parentId: FamilyId;
  readonly order: JoinWaitingList;
  readonly attempt: IdempotencyKey;
  /** An adult of the family, or an administrator. */
  readonly actor: UserId;
  /** Set where the family joins by itself. */
  readonly caller?: FamilyCaller;
}

const toApplication = ({ parentId, order, attempt, actor }: Joining, at: Date): StoredApplication => ({
  id: newApplicationId(at),
  parent_id: parentId,
  ...order,
  since: instantOf(at),
  put_first_at: null,
  passed_over_at: null,
  offer_id: null,
  idempotency_key: attempt,
  put_first_reason: null,
  joined_by: actor,
});

/**
 * Puts a family on the waiting list of a full slot, by one read and one transaction. A request repeated with the same key
 * gets the first application. Before the class opens for the family, only an administrator puts it on the list (TRM-11).
 * @throws ProblemError childNotFound, slotNotFound, programEnded, notOnSale, notOpenYet, alreadyBooked, alreadyWaiting,
 * placesOpen, profileNotFound, joinedBefore, tooManyChanges, busy
 */
export const joinList = async (
  joining: Joining,
  deps: TimedDeps,
  extraWrites: (application: StoredApplication) => ExtraWrites = () => [],
): Promise<Pick<StoredApplication, 'id' | 'since'>> => {
  const { table, clock, timeZone } = deps;
  const { parentId, order, attempt, caller } = joining;
  const moment = businessMoment(clock(), timeZone);
  const { cls, slot, children, ledger } = await readJoinFacts(
    table,
    { ...order, parent_id: parentId },
    caller,
  );
  if (children.length < order.child_ids.length) throw problem('childNotFound');
  if (!cls || !slot) throw problem('slotNotFound');
  if (!ledger) throw problem('profileNotFound');
  if (upcomingDates(cls, slot, moment).length === 0) throw problem('programEnded');
  if (caller) {
    checkOnSale(cls);
    await checkOpening(cls, ledger, moment, deps);
  }
  const nameOf = (child: ChildId) => ({ child: children.find(({ id }) => id === child)?.name ?? '' });
  const application = toApplication(joining, moment.now);
  const result = await storeApplication(
    table,
    { application, slot, ledger, isCounted: caller !== undefined },
    extraWrites(application),
  );
  switch (result.outcome) {
    case 'joined':
      return { id: application.id, since: application.since };
    case 'already-waiting': {
      const { existing } = result;
      if (existing?.idempotency_key === attempt) return { id: existing.id, since: existing.since };
      throw problem('alreadyWaiting', nameOf(result.child));
    }
    case 'already-booked':
      throw problem('alreadyBooked', nameOf(result.child));
    case 'joined-before':
      throw problem('joinedBefore');
    case 'limited':
      throw tooManyInHour('changes', moment.now);
    case 'places-open':
      throw problem('placesOpen');
    case 'again':
      return joinList(joining, deps, extraWrites);
    case 'no-child':
      throw problem('childNotFound');
    case 'no-ledger':
      throw problem('profileNotFound');
    case 'gone':
      throw problem('slotNotFound');
    case 'busy':
      throw busy();
  }
};

/** @param others as `readOtherSessions` reads them */
export const offerView = (
  offer: StoredOffer,
  offered: OfferedSlot,
  others: readonly BookedSessions[],
  moment: BusinessMoment,
): OfferView => {
  const { cls, slot } = offered;
  const present = presentOffer(offer, offered, moment);
  const { id, parent_id, class_id, time_slot_id, state, until, price, discounts, dates, children } = present;
  const first = dates[0] ?? offer.from_session;
  const child = children[0]?.date_of_birth;
  const due_parts = offerDueParts(present, children.length);
  return {
    id,
    parent_id,
    class_id,
    time_slot_id,
    state,
    until,
    price,
    ...(discounts && { discounts }),
    from_session: first,
    class_type: cls.class_type,
    venue: cls.venue,
    venue_details: cls.venue_details,
    coach_name: cls.coach_name,
    ...(isOffSale(cls) && state === 'open' && { off_sale: true }),
    start_date: cls.start_date,
    start_time: slot.start_time,
    end_time: slot.end_time,
    // The oldest first, as in emails and on cards.
    child_names: children
      .toSorted((one, other) => ascending(one.date_of_birth, other.date_of_birth))
      .map(({ name }) => name),
    amount: offerAmount(present, children.length),
    ...(due_parts.length > 0 && { due_parts }),
    ...(child &&
      present.renewal && {
        renewal: {
          age_note: ageNote(cls.class_type, child, first),
          suited_types: suitedProgrammes(child, first),
          busy: others.flatMap(({ sessions }) => sessions),
        },
      }),
    dates,
    calendar_version: present.calendar_version,
  };
};

const now = ({ clock }: TimedDeps) => instantOf(clock());

// The offer can no longer be taken, because its children have a place or no session is left.
const endVoid = (offer: StoredOffer, deps: TimedDeps) =>
  endOffer(deps.table, offer, { state: 'void', application: 'leaves', at: now(deps) });

// Refuses an offer of a class that was changed to open later for the family (TRM-11). Renewals, and offers to children who
// found no room in the class, may be taken before it opens.
const checkOfferOpening = async (
  offer: StoredOffer,
  { cls }: OfferedSlot,
  ledger: FamilyLedger | undefined,
  { table, clock, timeZone }: TimedDeps,
): Promise<void> => {
  const moment = businessMoment(clock(), timeZone);
  if (isTakenBeforeOpening(offer) || opensForAll(cls, moment.now) === null) return;
  const { parent_id } = offer;
  const known = ledger ?? (await getFamilyLedger(table, parent_id, { consistent: true }));
  throwIfOpensLater(await readFamilyOpening(table, cls, known, moment), moment);
};

// Requires the version of the calendar that was shown. An offer was made to a family for which the class was open, and a
// change of the openings is one of the calendar. The class of a renewal is read, since it may be off sale.
const agreedOffer = async (
  offer: StoredOffer,
  { calendarVersion, ledger, isOffice }: Pick<Agreed, 'calendarVersion' | 'ledger' | 'isOffice'>,
  deps: TimedDeps,
): Promise<StoredOffer> => {
  // Until its end, none of its sessions has begun.
  const isAsMade = calendarVersion === offer.calendar_version && now(deps) <= offer.until;
  const mayBeOffSale = offer.renewal !== undefined && offer.state === 'open' && !isOffice;
  if (isAsMade && !mayBeOffSale) return offer;
  const offered = (await readOfferedSlots(deps.table, [offer]))(offer);
  if (!offered) throw problem('slotNotFound');
  if (!isOffice) checkOnSale(offered.cls);
  if (isAsMade) return offer;
  if (offered.slot.calendar_version !== calendarVersion) throw problem('calendarChanged');
  await checkOfferOpening(offer, offered, ledger, deps);
  const present = presentOffer(offer, offered, businessMoment(deps.clock(), deps.timeZone));
  if (present.dates.length > 0) return present;
  await endVoid(offer, deps);
  throw problem('programEnded');
};

interface Agreed extends Pick<data.Taking, 'by' | 'isOffice' | 'extraWrites'> {
  readonly attempt: IdempotencyKey;
  /** The version of the calendar that was shown. */
  readonly calendarVersion: number;
  readonly ledger?: FamilyLedger | undefined;
}

// The ledger has an upper bound of the live bookings: they are counted only where that would exceed the limit.
const takeWithinLimit = async (
  offer: StoredOffer,
  { ledger, ...taking }: data.Taking & Pick<Agreed, 'ledger'>,
  { table }: TimedDeps,
) => {
  const result = await data.takeOffer(table, offer, taking, { ledger });
  if (result.outcome !== 'live-limit') return result;
  const recounted = await countLiveBookings(table, offer.parent_id, taking.today);
  if (recounted + offer.child_ids.length > limits.liveBookings) throw problem('tooManyLiveBookings');
  return data.takeOffer(table, offer, taking, { ledger: result.ledger, recounted });
};

/**
 * Books all children of an offer, at its price less the sessions cancelled since (WAI-08). A request repeated with the same
 * key gets the same answer. Two round trips, with the read of the offer; a third if the family was charged before and its
 * ledger is not given.
 * @throws ProblemError as `offerProblems` lists them, busy
 */
export const takeOffer = async (
  made: StoredOffer,
  { attempt, calendarVersion, ledger, ...acting }: Agreed,
  deps: TimedDeps,
) => {
  const offer = await agreedOffer(made, { calendarVersion, ledger, isOffice: acting.isOffice }, deps);
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const taking = { ...acting, attempt, now: moment.now, today: moment.today, ledger };
  const result = await takeWithinLimit(offer, taking, deps);
  switch (result.outcome) {
    case 'taken':
      return { id: offer.id, state: 'taken' as const };
    case 'ended':
      throw problem('offerEnded');
    case 'already-booked':
      await endVoid(offer, deps);
      throw problem('alreadyBooked', { child: result.existing.child_name });
    case 'trial-held':
      throw problem('offerTrialHeld', { child: result.child_name });
    case 'overlaps': {
      const { booking, cls, overlap } = result;
      throw problem('sessionsOverlap', overlapParams(booking.child_name, cls, overlap));
    }
    case 'no-child':
      await endVoid(offer, deps);
      throw problem('offerEnded');
    case 'no-ledger':
      throw problem('profileNotFound');
    case 'limited':
      throw tooManyInHour(result.limit, moment.now);
    case 'live-limit':
      throw problem('tooManyLiveBookings');
    case 'calendar-changed': {
      const cls = (await readOfferedSlots(deps.table, [offer]))(offer)?.cls;
      if (cls && !acting.isOffice) checkOnSale(cls);
      throw problem('calendarChanged');
    }
    case 'gone':
      throw problem('slotNotFound');
    case 'busy':
      throw busy();
  }
};

const giveBack = async (offer: StoredOffer, by: UserId | undefined, deps: TimedDeps) => {
  const { outcome } = await giveBackRenewal(offer, by, deps);
  if (outcome === 'busy') throw busy();
  if (outcome === 'limited') throw tooManyInHour('changes', deps.clock());
  if (outcome === 'not-free') throw problem('keptPlaceNotFree');
  if (outcome === 'ended') throw problem('offerEnded');
  return { id: offer.id, state: outcome };
};

interface Declining {
  readonly stays: boolean;
  readonly by: UserId | undefined;
  readonly office?: { readonly extraWrites: ExtraWrites };
  /** Whether other applications waited when the slot was read. */
  readonly hasWaiting: boolean;
  readonly ledger?: FamilyLedger | undefined;
}

/**
 * The application goes to the end of its list, or leaves it (WAI-10). A taken renewal is given back until the deadline
 * (TRM-04). A repeated request gets the same answer. Two round trips, with the read of the offer and its slot; a third where
 * the family has made another change in this hour and its ledger is not given.
 * @throws ProblemError offerEnded, offerNotFound, keptPlaceNotFree, tooManyChanges, busy
 */
export const declineOffer = async (
  offer: StoredOffer,
  { stays, by, office, hasWaiting, ledger }: Declining,
  deps: TimedDeps,
) => {
  if (!office && offer.renewal && offer.state === 'taken' && now(deps) < offer.until)
    return giveBack(offer, by, deps);
  const result = await endOffer(deps.table, offer, {
    state: 'declined',
    application: stays ? 'to-the-end' : 'leaves',
    at: now(deps),
    by,
    hasWaiting,
    counted: office ? undefined : { hour: ledger && changeHourOf(ledger, now(deps)) },
    extraWrites: office?.extraWrites,
  });
  if (result.outcome === 'busy') throw busy();
  if (result.outcome === 'limited') throw tooManyInHour('changes', deps.clock());
  if (result.outcome === 'gone') throw problem('offerNotFound');
  if (result.outcome === 'ended' && result.state !== 'declined') throw problem('offerEnded');
  return { id: offer.id, state: 'declined' as const };
};

/**
 * The present offer of a renewal, after the family chose another time: the links of the earlier offers stay valid. Any other
 * offer is returned as it is. Two reads for a renewal whose offer has ended.
 */
export const presentRenewal = async <Offer extends StoredOffer | undefined>(
  offer: Offer,
  { table }: Pick<TimedDeps, 'table'>,
): Promise<Offer | StoredOffer> => {
  if (!offer?.renewal || offer.state === 'open') return offer;
  const renewal = await getRenewal(table, offer.renewal);
  if (!renewal || renewal.offer_id === offer.id) return offer;
  return (await getOffer(table, renewal.offer_id)) ?? offer;
};

/**
 * Keeps a place in another slot instead, or again after the family declined, until the deadline (TRM-04). A repeated request
 * finds the place where it asked for it.
 * @throws ProblemError offerNotFound, offerEnded, slotNotFound, slotFull, alreadyBooked, alreadyWaiting, notOnSale,
 * notOpenYet, sessionsOverlap, calendarChanged, tooManyChanges, busy
 */
export const moveOffer = async (
  offer: StoredOffer,
  { class_id, time_slot_id, by }: Pick<MoveOffer, 'class_id' | 'time_slot_id'> & Pick<data.Taking, 'by'>,
  deps: TimedDeps,
) => {
  const { table, clock, timeZone } = deps;
  const moment = businessMoment(clock(), timeZone);
  const { renewal } = offer;
  if (!renewal) throw problem('offerNotFound');
  const isMovable = offer.state === 'open' || offer.state === 'declined';
  if (!isMovable || new Date(offer.until) <= moment.now) throw problem('offerEnded');
  if (offer.state === 'open' && offer.time_slot_id === time_slot_id)
    return { id: offer.id, state: offer.state };
  const target = (await readOfferedSlots(table, [{ class_id, time_slot_id }]))({ class_id, time_slot_id });
  if (!target) throw problem('slotNotFound');
  checkOnSale(target.cls);
  // The family's own class is open for it from when its place was kept.
  if (class_id !== renewal.class_id && opensForAll(target.cls, moment.now) !== null) {
    const ledger = await getFamilyLedger(table, offer.parent_id, { consistent: true });
    throwIfOpensLater(await readFamilyOpening(table, target.cls, ledger, moment), moment);
  }
  const sessions = timesIn(target.slot, bookableDates(target.cls, target.slot, false, moment));
  const elsewhere = { ...offer, time_slot_id };
  const overlap = firstOverlap(sessions, await readOtherSessions(table, elsewhere, moment.today));
  const child = offer.children[0]?.name ?? '';
  if (overlap) throw problem('sessionsOverlap', overlapParams(child, target.cls, overlap));
  const { outcome } = await moveRenewal(table, { ...offer, renewal }, target, { ...moment, by });
  switch (outcome) {
    case 'moved': {
      const present = await presentRenewal({ ...offer, state: 'declined' }, deps);
      return { id: present.id, state: present.state };
    }
    case 'ended':
      throw problem('offerEnded');
    case 'full':
      throw problem('slotFull');
    case 'already-booked':
      throw problem('alreadyBooked', { child });
    case 'already-waiting':
      throw problem('alreadyWaiting', { child });
    case 'again':
      throw problem('calendarChanged');
    case 'gone':
      throw problem('slotNotFound');
    case 'limited':
      throw tooManyInHour('changes', moment.now);
    case 'busy':
      throw busy();
  }
};
