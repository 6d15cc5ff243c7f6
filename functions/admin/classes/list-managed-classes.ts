import { listManagedClasses as listStoredClasses } from '../../data/classes/managed-classes.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

export const listManagedClasses: Operation<'listManagedClasses', AdminDeps> = async (
  _request,
  { table },
) => ({ classes: await listStoredClasses(table) });
