import { delayed, inTransaction, rewritten } from '#infra/testing/mutants/mutant';
import type { SoakMutant } from './soak-mutant.ts';

const booking = inTransaction('current_bookings + :one', 'renamed_children.#child0');
const edit = inTransaction('SET renamed_children = :renamed');

/** Long enough for other requests between what a request reads and what it stores. */
const overtakenMs = 300;

/** Defects of the names of children on bookings. */
export const nameMutants: readonly SoakMutant[] = [
  {
    name: 'a booking has an earlier name of its child',
    theme: 'corrections',
    rule: 'a slot is linearizable',
    intercept: delayed(
      booking,
      overtakenMs,
      rewritten(
        booking,
        'renamed_children.#child0 = :name0',
        '(renamed_children.#child0 = :name0 OR renamed_children.#child0 <> :name0)',
      ),
    ),
  },
  {
    name: 'the edit of a child misses a booking that is made meanwhile',
    theme: 'corrections',
    rule: 'a slot is linearizable',
    intercept: delayed(
      edit,
      overtakenMs,
      rewritten(
        edit,
        '(counted_hour = :hour AND hour_bookings = :made)',
        '(counted_hour >= :hour OR hour_bookings >= :made)',
      ),
    ),
  },
];
