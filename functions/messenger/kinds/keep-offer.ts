import { keepTerms } from '#shared/domain/bookings/keep-terms';
import { trialHeldUntil, wantsKeepMail } from '#shared/domain/bookings/trials';
import { timedSessions } from '#shared/domain/sessions/timed-session';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { listPlacesOn } from '../../data/messages/audience.ts';
import { keepOfferEmail } from '../../lib/email/templates/keep-offer.ts';
import { byFamily } from './by-family.ts';
import type { Prepare } from './prepared.ts';

/**
 * Offers the families of the day's trials to keep the place (TRI-06): those whose trial is still live and held, where a
 * session is left to keep.
 */
export const prepareKeepOffer: Prepare<'keep-offer'> = async ({ audience: { date } }, deps) => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const { timeZone } = moment;
  const now = instantOf(moment.now);
  const places = (await listPlacesOn(deps.table, date)).flatMap(({ cls, slot, booking }) => {
    const terms = keepTerms(booking, cls, slot, moment);
    const sessions = timedSessions(cls, slot, timeZone);
    if (!terms || !wantsKeepMail({ date, ended: null }, sessions, now, timeZone)) return [];
    const heldUntil = trialHeldUntil({ date }, timeZone);
    return [{ parentId: booking.parent_id, age: booking.child_age, booking, cls, slot, terms, heldUntil }];
  });
  return byFamily(places, deps, (own) => keepOfferEmail(own, moment, deps.siteUrl));
};
