import { searchFor } from '#shared/domain/search-text';
import type { Member, SearchParents } from '#shared/schemas/member';
import { countBookingsOfParent } from '../data/bookings/bookings.ts';
import type { Table } from '../data/dynamo/table.ts';
import { getMemberCounts } from '../data/families/member-counts.ts';
import { listMembers, memberPosition, readDirectory } from '../data/families/members.ts';
import type { Operation } from '../http/create-handler.ts';
import type { AdminDeps } from './deps.ts';

/** Parents of a page and the one after it, if there is one; how many there are in all. */
interface Found {
  readonly parents: readonly Member[];
  readonly total: number;
}

const listNewest = async (table: Table, { cursor, limit }: SearchParents): Promise<Found> => {
  const [parents, counts] = await Promise.all([
    listMembers(table, 'parent', { before: cursor, limit: limit + 1 }),
    getMemberCounts(table),
  ]);
  return { parents, total: counts.parents };
};

const find = async (table: Table, { query, cursor, limit }: SearchParents): Promise<Found> => {
  const matches = searchFor(query);
  const hits = (await readDirectory(table, ['parent']))
    .map(({ member }) => member)
    .filter(({ full_name, email, phone_number }) => [full_name, email, phone_number].some(matches));
  const rest = cursor ? hits.filter((member) => memberPosition(member) < cursor) : hits;
  return { parents: rest.slice(0, limit + 1), total: hits.length };
};

/**
 * Accounts without the admin role, the latest to join first; all, or found by name, email or phone (API-19, ADM-48 to
 * ADM-50). Each row's bookings are counted when it is shown: a counter on the profile would cost every booking two
 * more write units.
 */
export const searchParents: Operation<'searchParents', AdminDeps> = async ({ body }, { table }) => {
  const { parents, total } = await (body.query === '' ? listNewest : find)(table, body);
  const page = parents.slice(0, body.limit);
  const last = page.at(-1);
  return {
    parents: await Promise.all(
      page.map(async (parent) => ({
        ...parent,
        bookings_count: await countBookingsOfParent(table, parent.id),
      })),
    ),
    total,
    next_cursor: last && parents.length > page.length ? memberPosition(last) : null,
  };
};
