import { listAllProfiles } from '../../data/families/list-profiles.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { toManagedProfile } from '../to-managed-profile.ts';

/** The profiles with the admin role (API-22, ADM-53), also those whose role is changing. */
export const listAdmins: Operation<'listAdmins', AdminDeps> = async (_request, { table }) => ({
  admins: (await listAllProfiles(table, ['admin'])).map(toManagedProfile),
});
