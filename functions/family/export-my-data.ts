import { instantSchema } from '#shared/schemas/values';
import { describeBookings, listBookingsOfParent } from '../data/bookings/bookings.ts';
import { getFamily, getProfileNotes } from '../data/families/families.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { FamilyDeps } from './deps.ts';

export const exportMyData: Operation<'exportMyData', FamilyDeps> = async ({ caller }, { table, clock }) => {
  const [family, bookings, notes] = await Promise.all([
    getFamily(table, caller.userId),
    listBookingsOfParent(table, caller.userId),
    getProfileNotes(table, caller.userId),
  ]);
  if (!family) throw problem('profileNotFound');
  return {
    ...family,
    ...notes,
    bookings: await describeBookings(table, bookings),
    exported_at: instantSchema.parse(clock().toISOString()),
  };
};
