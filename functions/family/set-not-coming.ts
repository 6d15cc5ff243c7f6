import { readBookingsOfChildren } from '../data/bookings/bookings.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import * as lib from '../lib/not-coming.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Notes that the child of one of the caller's bookings does not come on a date, or comes after all (ABS-01). Another family's
 * booking is not found: its key holds its parent's id.
 * @throws ProblemError as `setNotComing` does
 */
export const setNotComing: Operation<'setNotComing', TimedDeps> = async ({ caller, params, body }, deps) => {
  const { time_slot_id, child_id, ...answer } = body;
  const place = { time_slot_id, parent_id: caller.userId };
  const [found] = await readBookingsOfChildren(deps.table, place, [child_id]);
  await lib.setNotComing(found?.id === params.bookingId ? found : undefined, answer, deps);
};
