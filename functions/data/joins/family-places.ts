import { dependsOnFamily, type FullPlace } from '#shared/domain/pricing/discounts';
import { isClassOver } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ClassSummary } from '#shared/schemas/class';
import type { DiscountFacts } from '#shared/schemas/discount-facts';
import { getClass } from '../classes/classes.ts';
import type { FamilyPlace } from '../ledger/places.ts';
import { readSettings } from '../settings/settings.ts';
import type { Table } from '../table.ts';

/** The full places in classes that are not over. One consistent Query for each class; none for a family without bookings. */
const inRunningClasses = async (
  table: Table,
  all: readonly FamilyPlace[],
  moment: BusinessMoment,
): Promise<FullPlace[]> => {
  const places = all.filter(({ is_trial }) => !is_trial);
  const ids = [...new Set(places.map(({ class_id }) => class_id))];
  const classes = await Promise.all(ids.map((id) => getClass(table, id, { consistent: true })));
  const running = new Set(classes.flatMap((cls) => (cls && !isClassOver(cls, moment) ? [cls.id] : [])));
  return places
    .filter(({ class_id }) => running.has(class_id))
    .map(({ class_id, time_slot_id, child_id, discount }) => ({
      ...{ class_id, time_slot_id, child_id },
      rule: discount?.rule ?? null,
    }));
};

/**
 * What decides about the discounts of a family now. The classes of its places are read only where a rule depends on them
 * (DIS-02).
 * @param cls the class that is priced; without it, any class
 */
export const readDiscountFacts = async (
  table: Table,
  places: readonly FamilyPlace[],
  moment: BusinessMoment,
  cls?: Pick<ClassSummary, 'class_type'>,
): Promise<DiscountFacts> => {
  const { discounts: rules } = await readSettings(table);
  if (!dependsOnFamily(rules, cls)) return { rules, places: [] };
  return { rules, places: await inRunningClasses(table, places, moment) };
};
