import type { CatalogueRoutes } from '#shared/classes/routes';
import type { CatalogueDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import * as classes from './classes.ts';
import { listCurrentClasses } from './current-classes.ts';

export const listClasses: Operation<CatalogueRoutes['listClasses'], CatalogueDeps> = async (
  _request,
  { table },
) => ({
  classes: await listCurrentClasses(table),
});

export const getClass: Operation<CatalogueRoutes['getClass'], CatalogueDeps> = async (
  { params },
  { table },
) => {
  const cls = await classes.getClass(table, params.classId, { consistent: true });
  if (!cls) throw problem('classNotFound');
  return cls;
};

export const listTimeSlots: Operation<CatalogueRoutes['listTimeSlots'], CatalogueDeps> = async (
  { params },
  { table },
) => {
  const cls = await classes.getClass(table, params.classId);
  if (!cls) throw problem('classNotFound');
  return { time_slots: cls.time_slots };
};

export const getTimeSlot: Operation<CatalogueRoutes['getTimeSlot'], CatalogueDeps> = async (
  { params },
  { table },
) => {
  const slot = await classes.getTimeSlot(table, params.classId, params.slotId);
  if (!slot) throw problem('slotNotFound');
  return slot;
};
