import * as classes from '../data/classes/classes.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { CatalogueDeps } from './deps.ts';

export const getTimeSlot: Operation<'getTimeSlot', CatalogueDeps> = async ({ params }, { table }) => {
  const slot = await classes.getTimeSlot(table, params.classId, params.slotId);
  if (!slot) throw problem('slotNotFound');
  return slot;
};
