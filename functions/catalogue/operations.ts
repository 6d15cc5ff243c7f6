import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { getClass, getTimeSlot, listClasses, listTimeSlots } from './classes.ts';
import type { CatalogueDeps } from './deps.ts';

export const catalogueOperations: ServiceOperations<'catalogue', CatalogueDeps> = {
  listClasses,
  getClass,
  listTimeSlots,
  getTimeSlot,
};
