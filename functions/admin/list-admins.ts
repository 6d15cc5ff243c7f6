import { readDirectory } from '../data/families/members.ts';
import type { Operation } from '../http/create-handler.ts';
import type { AdminDeps } from './deps.ts';

/** Exactly the profiles with the admin role (API-22, ADM-53), those whose role is just changing included. */
export const listAdmins: Operation<'listAdmins', AdminDeps> = async (_request, { table }) => ({
  admins: (await readDirectory(table, ['admin'])).map(({ member }) => member),
});
