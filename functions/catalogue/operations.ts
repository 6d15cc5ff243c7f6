import type { ServiceOperations } from '../lib/http/create-handler.ts';
import type { CatalogueDeps } from './deps.ts';
import { getClass } from './get-class.ts';
import { getTimeSlot } from './get-time-slot.ts';
import { listClasses } from './list-classes.ts';
import { listTimeSlots } from './list-time-slots.ts';

export const catalogueOperations: ServiceOperations<'catalogue', CatalogueDeps> = {
  listClasses,
  getClass,
  listTimeSlots,
  getTimeSlot,
};
