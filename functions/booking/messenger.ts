import { dependsOnFamily, discountFor } from '#shared/booking/discounts';
import { keepTerms, trialHeldUntil, wantsKeepMail } from '#shared/booking/keep-terms';
import { businessMoment } from '#shared/lib/business-time';
import { instantOf } from '#shared/lib/values';
import { timedSessions } from '#shared/sessions/sessions';
import { placesIn, readLedgers } from '../ledger/ledger.ts';
import { listPlacesOn } from '../messages/audience.ts';
import { type Prepare, toAdultsOfFamilies } from '../messages/to-families.ts';
import { readSettings } from '../school/settings.ts';
import { trialFollowUpEmail } from './emails.ts';
import { readDiscountFacts } from './held-by-family.ts';

/** Offers families to keep the place after the day's trials that are live and held, where a session is left (TRI-06). */
export const prepareTrialFollowUp: Prepare<'trial-follow-up'> = async ({ audience: { date } }, deps) => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const { timeZone } = moment;
  const now = instantOf(moment.now);
  const { table } = deps;
  const held = await listPlacesOn(table, date);
  const { due_rule, discounts: rules } = await readSettings(table);
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
  return toAdultsOfFamilies('trial-follow-up', places, deps, (own) =>
    trialFollowUpEmail(own, moment, deps.siteUrl),
  );
};
