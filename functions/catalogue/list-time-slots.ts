import * as classes from '../data/classes/classes.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { CatalogueDeps } from './deps.ts';

export const listTimeSlots: Operation<'listTimeSlots', CatalogueDeps> = async ({ params }, { table }) => {
  const cls = await classes.getClass(table, params.classId);
  if (!cls) throw problem('classNotFound');
  return { time_slots: cls.time_slots };
};
