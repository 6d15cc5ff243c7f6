import { cardConfirmedOn, isCardDue } from '#shared/domain/children/card';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { getFamily } from '../../data/families/families.ts';
import { cardCheckEmail } from '../../lib/email/templates/card-check.ts';
import type { Prepare } from './prepared.ts';
import { toFamilies } from './to-families.ts';

/** Asks families whether cards are still right (EME-03). A card that was confirmed since is not asked about. */
export const prepareCardCheck: Prepare<'card-check'> = async ({ audience, facts }, deps) => {
  const asked = new Set(facts.child_ids);
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  return toFamilies(audience.parent_ids, deps, async (ids) => {
    const families = await Promise.all(ids.map((id) => getFamily(deps.table, id)));
    const children = families.flatMap((family) => family?.children ?? []);
    const due = children.filter(
      (child) => asked.has(child.id) && isCardDue(cardConfirmedOn(child, deps.timeZone), today),
    );
    return ({ id }) => {
      const names = due.filter(({ parent_id }) => parent_id === id).map(({ name }) => name);
      return names.length > 0 ? cardCheckEmail(names, deps.siteUrl) : undefined;
    };
  });
};
