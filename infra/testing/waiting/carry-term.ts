import { endBooking } from '#functions/data/endings/end-booking';
import { moveRenewal } from '#functions/data/waiting/move-renewal';
import { readOfferedSlots } from '#functions/data/waiting/offered-slots';
import { getOffer } from '#functions/data/waiting/stored-offer';
import { businessMoment } from '#shared/domain/time/business-time';
import type { OfferId, SlotId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { sampleTimeZone } from '../samples/samples.ts';
import type { ActOf } from './acts.ts';
import type { Carried } from './linearize.ts';
import type { SlotContext } from './slot-context.ts';
import { isInterruption } from './term.ts';

/** Goes on with the publication. One that is interrupted has given some of the places. */
export const keepPlaces = async ({ term }: SlotContext, { at }: ActOf<'keep-places'>): Promise<Carried> => {
  try {
    await term?.publish(at);
    return 'done';
  } catch (error) {
    if (isInterruption(error)) return 'unknown';
    throw error;
  }
};

/** Ends the booking of a child in the class before. */
export const leaveBefore = async (
  { term, depsAt }: SlotContext,
  { child, at }: ActOf<'leave-before'>,
): Promise<Carried> => {
  const booking = await term?.bookingOf(child);
  if (!booking) return 'refused';
  const request = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
  const result = await endBooking(depsAt(at), booking, request);
  if (result.outcome === 'busy') return 'not-tried';
  return result.outcome === 'ended' && !result.isRepeated ? 'done' : 'refused';
};

const moveTo = async ({ table, cls }: SlotContext, offerId: OfferId, slotId: SlotId, at: Instant) => {
  const offer = await getOffer(table, offerId);
  if (!offer?.renewal) return undefined;
  if (offer.state === 'open' && offer.time_slot_id === slotId) return 'same-slot';
  const target = { class_id: cls.id, time_slot_id: slotId };
  const place = (await readOfferedSlots(table, [target]))(target);
  const moment = businessMoment(new Date(at), sampleTimeZone);
  return place && moveRenewal(table, { ...offer, renewal: offer.renewal }, place, moment);
};

/** Keeps the place of an offer of this slot in the other one. */
export const keepElsewhere = async (
  context: SlotContext,
  offerId: OfferId,
  { at }: ActOf<'keep-elsewhere'>,
): Promise<Carried> => {
  const outcome = await moveTo(context, offerId, context.otherSlotId, at);
  if (outcome === 'moved') return 'done';
  if (outcome !== 'ended') return outcome === undefined ? 'refused' : 'not-tried';
  // One that was declined may have been kept again in the meantime, or its child removed.
  const offer = await getOffer(context.table, offerId);
  return offer?.state === 'declined' || offer?.state === 'open' ? 'not-tried' : 'refused';
};

/** Keeps the place of a child in this slot, whose offer is in the other one, or was declined. */
export const keepHere = async (context: SlotContext, { child, at }: ActOf<'keep-here'>): Promise<Carried> => {
  const renewal = (await context.term?.read())?.renewals.find(({ child_id }) => child_id === child);
  const outcome = renewal && (await moveTo(context, renewal.offer_id, context.slotId, at));
  if (outcome === 'moved') return 'done';
  const isRefusedHere = outcome === 'full' || outcome === 'already-booked' || outcome === 'already-waiting';
  return isRefusedHere ? 'refused' : 'not-tried';
};
