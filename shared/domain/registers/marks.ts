import { ascending } from '#shared/domain/lists/ascending';
import type { Attendance, Mark } from '#shared/schemas/register';
import type { Instant } from '#shared/schemas/values';

/** At the same time, the mark counts that says the child was there for longer (REG-06). */
const precedence: Readonly<Record<Attendance, number>> = { present: 3, late: 2, 'left-early': 1, absent: 0 };

/** Negative where `other` counts and `one` does not, for marks of different phones. 0 for the same mark alone. */
const compareMarks = (one: Mark, other: Mark): number =>
  ascending(one.at, other.at) ||
  precedence[one.attendance] - precedence[other.attendance] ||
  ascending(one.id, other.id);

/** A mark of an app that did not count its taps is alone on its phone. */
const phoneOf = ({ id, tap }: Mark): string => tap?.phone ?? id;

const compareOnPhone = (one: Mark, other: Mark): number =>
  (one.tap?.number ?? 0) - (other.tap?.number ?? 0) || compareMarks(one, other);

interface PlacedMark<M> {
  readonly mark: M;
  /** When it was tapped at the latest: no later than any later tap of the same phone, whose clock was wrong otherwise. */
  readonly latest: Instant;
  /** Whether it is the last tap of its phone. */
  readonly isLast: boolean;
}

/** The marks of one phone, each with its place among those of all phones. */
const placeOnPhone = <M extends Mark>(marks: readonly M[]): PlacedMark<M>[] => {
  const placed: PlacedMark<M>[] = [];
  for (const mark of marks.toSorted(compareOnPhone).toReversed()) {
    const later = placed.at(-1)?.latest;
    placed.push({
      mark,
      latest: later !== undefined && later < mark.at ? later : mark.at,
      isLast: later === undefined,
    });
  }
  return placed;
};

const comparePlaced = <M extends Mark>(one: PlacedMark<M>, other: PlacedMark<M>): number =>
  ascending(one.latest, other.latest) ||
  Number(one.isLast) - Number(other.isLast) ||
  (one.isLast
    ? compareMarks(one.mark, other.mark)
    : ascending(phoneOf(one.mark), phoneOf(other.mark)) || compareOnPhone(one.mark, other.mark));

/**
 * Marks of a child in the order of their taps, each once. On one phone the order of its taps counts, whatever its clock said
 * (REG-13); between phones the time, and at the same time who was there for longer comes last (REG-06).
 */
export const marksInOrder = <M extends Mark>(marks: Iterable<M>): M[] => {
  const known = new Map([...marks].map((mark) => [mark.id, mark]));
  const phones = new Map<string, M[]>();
  for (const mark of known.values()) phones.set(phoneOf(mark), [...(phones.get(phoneOf(mark)) ?? []), mark]);
  return [...phones.values()]
    .flatMap(placeOnPhone)
    .toSorted(comparePlaced)
    .map(({ mark }) => mark);
};

/**
 * The mark of a child that counts: of the last taps of all phones the latest one. It depends neither on the order in which marks arrive
 * nor on how often (REG-04, REG-06).
 */
export const countingMark = <M extends Mark>(marks: Iterable<M>): M | null =>
  marksInOrder(marks).at(-1) ?? null;
