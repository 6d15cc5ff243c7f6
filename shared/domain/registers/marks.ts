import { ascending } from '#shared/domain/lists/ascending';
import type { Attendance, Mark } from '#shared/schemas/register';

/** At the same time, the mark counts that says the child was there for longer (REG-06). */
const precedence: Readonly<Record<Attendance, number>> = { present: 3, late: 2, 'left-early': 1, absent: 0 };

/** Negative where `other` counts and `one` does not. 0 for the same mark alone: ids decide what is otherwise equal. */
const compareMarks = (one: Mark, other: Mark): number =>
  ascending(one.at, other.at) ||
  precedence[one.attendance] - precedence[other.attendance] ||
  ascending(one.id, other.id);

/**
 * The mark of a child that counts: the one that was tapped last; at the same time present wins. It depends neither on the
 * order in which marks arrive nor on how often (REG-04, REG-06).
 */
export const countingMark = <M extends Mark>(marks: Iterable<M>): M | null => {
  let counting: M | null = null;
  for (const mark of marks) if (!counting || compareMarks(counting, mark) < 0) counting = mark;
  return counting;
};

/** Marks in the order in which they were tapped, each once. */
export const marksInOrder = <M extends Mark>(marks: Iterable<M>): M[] =>
  [...new Map([...marks].map((mark) => [mark.id, mark])).values()].toSorted(compareMarks);
