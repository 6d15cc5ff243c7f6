import { instantSchema } from '#shared/schemas/values';
import { getFamilyAccount } from '../data/accounts/family-account.ts';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { describeBookings } from '../data/families/booking-details.ts';
import { getFamily } from '../data/families/families.ts';
import { listWaitingOfFamily } from '../data/waiting/waiting-entries.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { FamilyDeps } from './deps.ts';

/**
 * All personal data that is stored about the caller's family. Hashes of secrets and counters of requests are left out.
 * @throws ProblemError profileNotFound
 */
export const exportMyData: Operation<'exportMyData', FamilyDeps> = async ({ caller }, { table, clock }) => {
  const [family, account, bookings, waiting] = await Promise.all([
    getFamily(table, caller.userId),
    getFamilyAccount(table, caller.userId),
    listBookingsOfParent(table, caller.userId),
    listWaitingOfFamily(table, caller.userId),
  ]);
  if (!family) throw problem('profileNotFound');
  const { profile, children } = family;
  return {
    profile,
    children,
    child_names: [...profile.child_names].toSorted(),
    email_problem: profile.email_problem,
    role: profile.role,
    role_changed_at: profile.role_changed_at ?? null,
    first_login_at: profile.first_login_at ?? null,
    password_set_at: profile.password_set_at ?? null,
    charged: account?.charged ?? 0,
    bookings: await describeBookings(table, bookings),
    waiting: [...waiting.entries],
    offers: [...waiting.endedOffers],
    exported_at: instantSchema.parse(clock().toISOString()),
  };
};
