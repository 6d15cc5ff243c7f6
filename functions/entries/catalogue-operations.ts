import { getClass, getTimeSlot, listClasses, listTimeSlots } from '../classes/visitors.ts';
import type { CatalogueDeps } from '../lib/deps.ts';
import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { probe } from '../lib/probe.ts';

export const catalogueOperations: ServiceOperations<'catalogue', CatalogueDeps> = {
  listClasses,
  getClass,
  listTimeSlots,
  getTimeSlot,
  probeCatalogue: probe('catalogue'),
};
