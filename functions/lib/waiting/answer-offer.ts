import { overlapParams } from '#shared/domain/sessions/overlaps';
import { opensForAll } from '#shared/domain/terms/openings';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import type { IdempotencyKey } from '#shared/schemas/ids';
import { readFamilyOpening } from '../../data/joins/family-opening.ts';
import { countLiveBookings } from '../../data/joins/live-bookings.ts';
import { changeHourOf } from '../../data/ledger/change-limits.ts';
import { type FamilyLedger, getFamilyLedger } from '../../data/ledger/family-ledger.ts';
import { endOffer } from '../../data/waiting/end-offer.ts';
import { giveBackRenewal } from '../../data/waiting/give-back.ts';
import { type OfferedSlot, readOfferedSlots } from '../../data/waiting/offered-slots.ts';
import { presentOffer } from '../../data/waiting/present-offer.ts';
import type { StoredOffer } from '../../data/waiting/stored-offer.ts';
import * as data from '../../data/waiting/take-offer.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { throwIfOpensLater } from '../check-opening.ts';
import { busy, problem } from '../http/problem-error.ts';
import { tooManyInHour } from '../http/too-many-attempts.ts';

const now = ({ clock }: TimedDeps) => instantOf(clock());

/** Ends an offer that can no longer be taken, because its children have a place or no session is left. */
const endVoid = (offer: StoredOffer, deps: TimedDeps) =>
  endOffer(deps.table, offer, { state: 'void', entry: 'leaves', at: now(deps) });

/**
 * Refuses an offer of a class that was changed to open later for the family (TRM-11). Places that were kept in the class, and
 * those of children who found no room in it, are given before it opens.
 * @throws ProblemError notOpenYet
 */
const checkOfferOpening = async (
  { parent_id, class_id, renewal, found_no_room }: StoredOffer,
  { cls }: OfferedSlot,
  ledger: FamilyLedger | undefined,
  { table, clock, timeZone }: TimedDeps,
): Promise<void> => {
  const moment = businessMoment(clock(), timeZone);
  if (found_no_room || renewal?.class_id === class_id || opensForAll(cls, moment.now) === null) return;
  const known = ledger ?? (await getFamilyLedger(table, parent_id, { consistent: true }));
  throwIfOpensLater(await readFamilyOpening(table, cls, known, moment), moment);
};

/**
 * The offer in the version of the calendar that was shown. An offer was made to a family for which the class was open, and a
 * change of the openings is one of the calendar.
 * @throws ProblemError slotNotFound, calendarChanged, notOpenYet, programEnded
 */
const agreedOffer = async (
  offer: StoredOffer,
  { calendarVersion, ledger }: Pick<Agreed, 'calendarVersion' | 'ledger'>,
  deps: TimedDeps,
): Promise<StoredOffer> => {
  // Until its end, none of its sessions has begun.
  if (calendarVersion === offer.calendar_version && now(deps) <= offer.until) return offer;
  const offered = (await readOfferedSlots(deps.table, [offer]))(offer);
  if (!offered) throw problem('slotNotFound');
  if (offered.slot.calendar_version !== calendarVersion) throw problem('calendarChanged');
  await checkOfferOpening(offer, offered, ledger, deps);
  const present = presentOffer(offer, offered, businessMoment(deps.clock(), deps.timeZone));
  if (present.dates.length > 0) return present;
  await endVoid(offer, deps);
  throw problem('programEnded');
};

interface Agreed {
  readonly attempt: IdempotencyKey;
  /** The version of the calendar that was shown. */
  readonly calendarVersion: number;
  /** The family's ledger, if it was read with the offer. */
  readonly ledger?: FamilyLedger | undefined;
}

/**
 * Takes an offer unless the family would exceed the limit of live bookings. The ledger has an upper bound of their
 * number; the bookings are counted only if that bound would exceed the limit.
 * @throws ProblemError tooManyLiveBookings
 */
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
 * Takes an offer: all its children are booked, at the price of the offer less the sessions cancelled since (WAI-08). A request repeated with the same key
 * gets the same answer. Costs two round trips, of which one is the read of the offer; one more if the family was
 * charged before and its ledger is not given.
 * @throws ProblemError as `offerProblems` lists them, busy
 */
export const takeOffer = async (
  made: StoredOffer,
  { attempt, calendarVersion, ledger }: Agreed,
  deps: TimedDeps,
) => {
  const offer = await agreedOffer(made, { calendarVersion, ledger }, deps);
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const taking = { attempt, now: moment.now, today: moment.today, ledger };
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
    case 'calendar-changed':
      throw problem('calendarChanged');
    case 'gone':
      throw problem('slotNotFound');
    case 'busy':
      throw busy();
  }
};

const giveBack = async (offer: StoredOffer, deps: TimedDeps) => {
  const outcome = await giveBackRenewal(offer, deps);
  if (outcome === 'busy') throw busy();
  if (outcome === 'limited') throw tooManyInHour('changes', deps.clock());
  if (outcome === 'not-free') throw problem('keptPlaceNotFree');
  if (outcome === 'ended') throw problem('offerEnded');
  return { id: offer.id, state: outcome };
};

interface Declining {
  readonly stays: boolean;
  /** Whether other entries waited when the slot was read. */
  readonly hasWaiting: boolean;
  /** The family's ledger, if it was read with the offer. */
  readonly ledger?: FamilyLedger | undefined;
}

/**
 * Declines an offer: the entry goes to the end of its list, or leaves it (WAI-10). A repeated request gets the same
 * answer. Costs two round trips, of which one is the read of the offer and its slot; a third where
 * the family has made another change in this hour and its ledger is not given.
 * A place of the next term that was taken is given back until the deadline (TRM-04).
 * @throws ProblemError offerEnded, offerNotFound, keptPlaceNotFree, tooManyChanges, busy
 */
export const declineOffer = async (
  offer: StoredOffer,
  { stays, hasWaiting, ledger }: Declining,
  deps: TimedDeps,
) => {
  if (offer.renewal && offer.state === 'taken' && now(deps) < offer.until) return giveBack(offer, deps);
  const result = await endOffer(deps.table, offer, {
    state: 'declined',
    entry: stays ? 'to-the-end' : 'leaves',
    at: now(deps),
    hasWaiting,
    counted: { hour: ledger && changeHourOf(ledger, now(deps)) },
  });
  if (result.outcome === 'busy') throw busy();
  if (result.outcome === 'limited') throw tooManyInHour('changes', deps.clock());
  if (result.outcome === 'gone') throw problem('offerNotFound');
  if (result.outcome === 'ended' && result.state !== 'declined') throw problem('offerEnded');
  return { id: offer.id, state: 'declined' as const };
};
