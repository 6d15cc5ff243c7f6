import { describeBookings, listBookingsOfParent } from '../data/bookings/bookings.ts';
import { getFamily } from '../data/families/families.ts';
import { getMember } from '../data/families/members.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/** All that the page of a parent shows: profile, children by name (API-23) and bookings, newest first. */
export const getParent: Operation<'getParent', AdminDeps> = async ({ params }, { table }) => {
  const [member, family, bookings] = await Promise.all([
    getMember(table, params.parentId),
    getFamily(table, params.parentId),
    listBookingsOfParent(table, params.parentId),
  ]);
  if (!member || !family) throw problem('parentNotFound');
  return {
    profile: member,
    children: family.children.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    bookings: await describeBookings(table, bookings),
  };
};
