import type { ManagedClass } from '#shared/schemas/class-input';
import type { ClassId } from '#shared/schemas/ids';
import type { Table } from '../table.ts';
import { classesFromItems, queryCatalogue, queryClass } from './classes.ts';

/** All classes, also those being deleted, newest first. One Query. */
export const listManagedClasses = async (
  table: Table,
  { consistent } = { consistent: false },
): Promise<ManagedClass[]> => classesFromItems(await queryCatalogue(table, { consistent }));

/** One class, also while it is being deleted, or undefined. One consistent Query. */
export const getManagedClass = async (table: Table, classId: ClassId): Promise<ManagedClass | undefined> =>
  classesFromItems(await queryClass(table, classId, { consistent: true }))[0];
