import { toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { hourMs } from '#shared/lib/durations';
import { ascending } from '#shared/lib/text';
import {
  type CalendarDate,
  type Instant,
  instantOf,
  type WallTime,
  wallTimeSchema,
} from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { Attendance, Mark } from '#shared/registers/register';

// At the same time, the mark counts that says the child was there for longer (REG-06).
const precedence: Readonly<Record<Attendance, number>> = { present: 3, late: 2, 'left-early': 1, absent: 0 };

// Negative where `other` counts and `one` does not, for marks of different phones. 0 for the same mark alone.
const compareMarks = (one: Mark, other: Mark): number =>
  ascending(one.at, other.at) ||
  precedence[one.attendance] - precedence[other.attendance] ||
  ascending(one.id, other.id);

// A mark of an app that did not count its taps is alone on its phone.
const phoneOf = ({ id, tap }: Mark): string => tap?.phone ?? id;

const compareOnPhone = (one: Mark, other: Mark): number =>
  (one.tap?.number ?? 0) - (other.tap?.number ?? 0) || compareMarks(one, other);

interface OrderedMark<M> {
  readonly mark: M;
  /** No later than any later tap of the same phone, whose clock was wrong otherwise. */
  readonly latest: Instant;
  readonly isLast: boolean;
}

const orderOnPhone = <M extends Mark>(marks: readonly M[]): OrderedMark<M>[] => {
  const placed: OrderedMark<M>[] = [];
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

const compareOrdered = <M extends Mark>(one: OrderedMark<M>, other: OrderedMark<M>): number =>
  ascending(one.latest, other.latest) ||
  Number(one.isLast) - Number(other.isLast) ||
  (one.isLast
    ? compareMarks(one.mark, other.mark)
    : ascending(phoneOf(one.mark), phoneOf(other.mark)) || compareOnPhone(one.mark, other.mark));

/**
 * Leaves out repeated marks. On one phone the order of its taps counts, whatever its clock said (REG-13); between phones the
 * time, and at the same time who was there for longer comes last (REG-06).
 */
export const marksInOrder = <M extends Mark>(marks: Iterable<M>): M[] => {
  const known = new Map([...marks].map((mark) => [mark.id, mark]));
  const phones = new Map<string, M[]>();
  for (const mark of known.values()) phones.set(phoneOf(mark), [...(phones.get(phoneOf(mark)) ?? []), mark]);
  return [...phones.values()]
    .flatMap(orderOnPhone)
    .toSorted(compareOrdered)
    .map(({ mark }) => mark);
};

/** The latest of the last taps of all phones, in whatever order and how often marks arrive (REG-04, REG-06). */
export const countingMark = <M extends Mark>(marks: Iterable<M>): M | null =>
  marksInOrder(marks).at(-1) ?? null;

interface SessionTimes {
  readonly date: CalendarDate;
  readonly start_time: WallTime;
  readonly end_time: WallTime;
}

/** Instants compare as strings. */
export interface RegisterTimes {
  /** Coaches read and mark from 24 hours before until the end of the next day in business time (COA-03, REG-12). */
  readonly opens_at: Instant;
  readonly closes_at: Instant;
}

// Hours before the start and after the end in which a phone may have what is known of children and whom to call (EME-05).
const cardHours = { before: 12, after: 2 } as const;

const midnight = wallTimeSchema.parse('00:00');

const around = (date: CalendarDate, time: WallTime, hours: number, timeZone: string): Instant =>
  instantOf(new Date(toInstant(date, time, timeZone).getTime() + hours * hourMs));

/** Elapsed hours: across a clock change the wall time is another one. */
export const registerTimes = (
  { date, start_time }: Pick<SessionTimes, 'date' | 'start_time'>,
  timeZone: string,
): RegisterTimes => ({
  opens_at: around(date, start_time, -limits.registerHours, timeZone),
  closes_at: around(addDays(date, 2), midnight, 0, timeZone),
});

export const isOpenForCoaches = ({ opens_at, closes_at }: RegisterTimes, now: Instant): boolean =>
  opens_at <= now && now < closes_at;

/** Null where the mark of a coach is taken (REG-12). */
export const refusalByTime = (
  { opens_at, closes_at }: RegisterTimes,
  tappedAt: Instant,
  now: Instant,
): 'too-early' | 'too-late' | null => {
  if (now >= closes_at) return 'too-late';
  return tappedAt < opens_at ? 'too-early' : null;
};

export const cardsAreGone = (
  { date, end_time }: Pick<SessionTimes, 'date' | 'end_time'>,
  now: Instant,
  timeZone: string,
): boolean => now > around(date, end_time, cardHours.after, timeZone);

/** From 12 hours before the session to 2 hours after it (EME-05). */
export const mayHaveCards = (session: SessionTimes, now: Instant, timeZone: string): boolean =>
  around(session.date, session.start_time, -cardHours.before, timeZone) <= now &&
  !cardsAreGone(session, now, timeZone);

export const cardWindowText = `Health notes and contacts show from ${cardHours.before} hours before a session until ${cardHours.after} hours after it.`;

/** Each screen that names the window uses this text. */
export const registerWindowText = `A register opens ${limits.registerHours} hours before its session, and closes at the end of the next day.`;
