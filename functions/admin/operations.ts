import type { ServiceOperations } from '../http/create-handler.ts';
import { createClass } from './create-class.ts';
import { deleteClass } from './delete-class.ts';
import type { AdminDeps } from './deps.ts';
import { getClassImpact } from './get-class-impact.ts';
import { listManagedClasses } from './list-managed-classes.ts';
import { updateClass } from './update-class.ts';

export const adminOperations: ServiceOperations<'admin', AdminDeps> = {
  listManagedClasses,
  createClass,
  updateClass,
  getClassImpact,
  deleteClass,
};
