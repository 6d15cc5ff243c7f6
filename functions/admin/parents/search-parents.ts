import { searchFor } from '#shared/domain/text/search-text';
import type { SearchParents } from '#shared/schemas/managed-profile';
import { countBookingsOfParent } from '../../data/bookings/bookings.ts';
import { listAllProfiles, listProfiles, profilePosition } from '../../data/families/list-profiles.ts';
import { getProfileCounts } from '../../data/families/profile-counts.ts';
import type { StoredProfile } from '../../data/families/stored-profile.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { toManagedProfile } from '../to-managed-profile.ts';

interface Found {
  /** The parents of a page, and the next one if there is one. */
  readonly parents: readonly StoredProfile[];
  /** How many there are on all pages. */
  readonly total: number;
}

const listNewest = async (table: Table, { cursor, limit }: SearchParents): Promise<Found> => {
  const [parents, counts] = await Promise.all([
    listProfiles(table, 'families', { before: cursor, limit: limit + 1 }),
    getProfileCounts(table),
  ]);
  return { parents, total: counts.parents };
};

const find = async (table: Table, { query, cursor, limit }: SearchParents): Promise<Found> => {
  const matches = searchFor(query);
  const hits = (await listAllProfiles(table, 'families')).filter(({ full_name, email, phone_number }) =>
    [full_name, email, phone_number].some(matches),
  );
  const rest = cursor ? hits.filter((profile) => profilePosition(profile) < cursor) : hits;
  return { parents: rest.slice(0, limit + 1), total: hits.length };
};

/**
 * Profiles of families, newest first: all, or those found by name, email or phone (API-19, ADM-48 to ADM-50). The bookings
 * of each row are counted by reading them: a counter on the profile would cost every booking two more write units.
 */
export const searchParents: Operation<'searchParents', AdminDeps> = async ({ body }, { table }) => {
  const { parents, total } = await (body.query === '' ? listNewest : find)(table, body);
  const page = parents.slice(0, body.limit);
  const last = page.at(-1);
  return {
    parents: await Promise.all(
      page.map(async (parent) => ({
        ...toManagedProfile(parent),
        bookings_count: await countBookingsOfParent(table, parent.id),
      })),
    ),
    total,
    next_cursor: last && parents.length > page.length ? profilePosition(last) : null,
  };
};
