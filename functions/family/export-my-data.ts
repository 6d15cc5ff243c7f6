import { instantSchema } from '#shared/schemas/values';
import { describeBookings, listBookingsOfParent } from '../data/bookings.ts';
import { getChildNames, getFamily } from '../data/families.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { FamilyDeps } from './deps.ts';

export const exportMyData: Operation<'exportMyData', FamilyDeps> = async ({ caller }, { table, clock }) => {
  const [family, bookings, child_names] = await Promise.all([
    getFamily(table, caller.userId),
    listBookingsOfParent(table, caller.userId),
    getChildNames(table, caller.userId),
  ]);
  if (!family) throw problem('profileNotFound');
  return {
    ...family,
    child_names,
    bookings: await describeBookings(table, bookings),
    exported_at: instantSchema.parse(clock().toISOString()),
  };
};
