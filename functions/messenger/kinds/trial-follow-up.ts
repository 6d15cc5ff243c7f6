import { keepTerms } from '#shared/domain/bookings/keep-terms';
import { trialHeldUntil, wantsKeepMail } from '#shared/domain/bookings/trials';
import { dependsOnFamily, discountFor } from '#shared/domain/pricing/discounts';
import { timedSessions } from '#shared/domain/sessions/timed-session';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { readDiscountFacts } from '../../data/joins/family-places.ts';
import { readLedgers } from '../../data/ledger/family-ledger.ts';
import { placesIn } from '../../data/ledger/places.ts';
import { readSettings } from '../../data/settings/settings.ts';
import { listPlacesOn } from '../../lib/audience.ts';
import { trialFollowUpEmail } from '../../lib/email/templates/trial-follow-up.ts';
import { byFamily } from './by-family.ts';
import type { Prepare } from './prepared.ts';

/**
 * Offers the families of the day's trials to keep the place (TRI-06): those whose trial is still live and held, where a
 * session is left to keep.
 */
export const prepareTrialFollowUp: Prepare<'trial-follow-up'> = async ({ audience: { date } }, deps) => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const { timeZone } = moment;
  const now = instantOf(moment.now);
  const { table } = deps;
  const held = await listPlacesOn(table, date);
  const { due_rule, discounts: rules } = await readSettings(table);
  // Without such a rule no ledger is read.
  const families = dependsOnFamily(rules) ? held.map(({ booking }) => booking.parent_id) : [];
  const ledgerOf = await readLedgers(table, [...new Set(families)]);
  const priced = await Promise.all(
    held.map(async (place) => {
      const { cls, booking } = place;
      const ledger = ledgerOf(booking.parent_id);
      const facts = await readDiscountFacts(table, ledger ? placesIn(ledger) : [], moment, cls);
      return {
        ...place,
        discountOn: discountFor({ cls, child_id: booking.child_id, day: moment.today }, facts),
      };
    }),
  );
  const places = priced.flatMap(({ cls, slot, booking, discountOn }) => {
    const terms = keepTerms(booking, cls, slot, moment, { due_rule, discountOn });
    const sessions = timedSessions(cls, slot, timeZone);
    if (!terms || !wantsKeepMail({ date, ended: null }, sessions, now, timeZone)) return [];
    const heldUntil = trialHeldUntil({ date }, timeZone);
    return [{ parentId: booking.parent_id, age: booking.child_age, booking, cls, slot, terms, heldUntil }];
  });
  return byFamily(places, deps, (own) => trialFollowUpEmail(own, moment, deps.siteUrl));
};
