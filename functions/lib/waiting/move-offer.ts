import { bookableDates } from '#shared/domain/sessions/booked-sessions';
import { firstOverlap, overlapParams, timesIn } from '#shared/domain/sessions/overlaps';
import { opensForAll } from '#shared/domain/terms/openings';
import { businessMoment } from '#shared/domain/time/business-time';
import type { MoveOffer } from '#shared/schemas/waiting-input';
import { readFamilyOpening } from '../../data/joins/family-opening.ts';
import { getFamilyLedger } from '../../data/ledger/family-ledger.ts';
import { moveRenewal } from '../../data/waiting/move-renewal.ts';
import { readOfferedSlots } from '../../data/waiting/offered-slots.ts';
import { readOtherSessions } from '../../data/waiting/other-sessions.ts';
import { getRenewal } from '../../data/waiting/renewals.ts';
import { getOffer, type StoredOffer } from '../../data/waiting/stored-offer.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { throwIfOpensLater } from '../check-opening.ts';
import { busy, problem } from '../http/problem-error.ts';
import { tooManyInHour } from '../http/too-many-attempts.ts';

/**
 * The offer that a place of the next term has now, after the family chose another time: its links stay valid. Any other
 * offer is the one that is given. Two reads for a place whose offer has ended.
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
 * Keeps a place in another slot instead, or again after it was declined, while the deadline has not passed (TRM-04). A
 * repeated request finds the place where it asked for it.
 * @throws ProblemError offerNotFound, offerEnded, slotNotFound, slotFull, alreadyBooked, alreadyWaiting, notOpenYet,
 *   sessionsOverlap, calendarChanged, tooManyChanges, busy
 */
export const moveOffer = async (
  offer: StoredOffer,
  { class_id, time_slot_id }: Pick<MoveOffer, 'class_id' | 'time_slot_id'>,
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
  const outcome = await moveRenewal(table, { ...offer, renewal }, target, moment);
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
