import { dueDates } from '#shared/domain/ledger/due-dates';
import { dependsOnFamily, discountsTogether } from '#shared/domain/pricing/discounts';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { OfferedPlaces } from '#shared/domain/waiting/offered-places';
import type { WaitingOffer } from '#shared/schemas/waiting';
import { readDiscountFacts } from '../joins/family-places.ts';
import { getFamilyLedger } from '../ledger/family-ledger.ts';
import { placesIn } from '../ledger/places.ts';
import { readSettings } from '../settings/settings.ts';
import type { Table } from '../table.ts';
import type { OfferedSlot } from './offered-slots.ts';

/**
 * What an offer's charges have besides the price: the discounts of its places, one after the other, since the first child's
 * place counts for the second one (DIS-02); and when they are due. Two reads where a rule depends on the family's places.
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
