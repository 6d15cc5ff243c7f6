import { getFamily } from '../../data/families/families.ts';
import { cardKeepEmail } from '../../lib/email/templates/card-check.ts';
import type { Prepare } from './prepared.ts';
import { toFamilies } from './to-families.ts';

/** Offers families to keep notes and contacts that go on a day (SEE-03). What was kept since is not named. */
export const prepareCardKeep: Prepare<'card-keep'> = async ({ audience, facts: { goes_on } }, deps) =>
  toFamilies(audience.parent_ids, deps, async (ids) => {
    const families = await Promise.all(ids.map((id) => getFamily(deps.table, id)));
    const going = families
      .flatMap((family) => family?.children ?? [])
      .filter(({ card_goes_on }) => card_goes_on === goes_on);
    return ({ id }) => {
      const names = going.filter(({ parent_id }) => parent_id === id).map(({ name }) => name);
      return names.length > 0 ? cardKeepEmail(names, goes_on, deps.siteUrl) : undefined;
    };
  });
