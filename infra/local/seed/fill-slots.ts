import type { Table } from '#functions/data/table';
import { ageOn } from '#shared/domain/children/age';
import { hourMs } from '#shared/domain/time/milliseconds';
import { programmes } from '#shared/programmes';
import type { Child } from '#shared/schemas/child';
import type { FootballClass } from '#shared/schemas/class';
import type { CalendarDate } from '#shared/schemas/values';
import { bookSample } from './book-sample.ts';
import type { SampleClass } from './sample-classes.ts';

/** Ages of the academy programme, which has no age range. */
const academyAges = { from: 12, to: 18 };
/** One booking in this many is a trial. */
const trialEvery = 4;

const suits = (cls: FootballClass, child: Child, today: CalendarDate): boolean => {
  const { from, to } = programmes[cls.class_type].ages ?? academyAges;
  const age = ageOn(child.date_of_birth, today);
  return age >= from && age <= to;
};

/** The children whose age suits a class. */
export const playersOf = (
  cls: FootballClass,
  children: readonly Child[],
  today: CalendarDate,
): readonly Child[] => children.filter((child) => suits(cls, child, today));

/** Bookings were made before the first session and before now, seven hours apart. */
const bookedAt = (cls: FootballClass, now: Date, position: number): Date => {
  const beforeStart = Date.parse(cls.start_date) - 24 * hourMs;
  return new Date(Math.min(beforeStart, now.getTime() - hourMs) - position * 7 * hourMs);
};

/**
 * Books the places of a sample class by the product's own operation, at times in the
 * past, so that amounts, ages, trial dates and counters are right.
 */
export const fillSlots = async (
  table: Table,
  { cls, sample, children }: { cls: FootballClass; sample: SampleClass; children: readonly Child[] },
  { now, today, timeZone }: { now: Date; today: CalendarDate; timeZone: string },
): Promise<void> => {
  const players = playersOf(cls, children, today);
  let next = 0;
  for (const [at, { booked }] of sample.slots.entries()) {
    const slot = cls.time_slots[at];
    for (let position = 0; slot && position < booked; position++, next++) {
      const child = players[next % players.length];
      if (!child) throw new Error(`No sample child suits ${cls.class_type}`);
      const moment = { now: bookedAt(cls, now, next), timeZone };
      // Trials of sessions that are over are samples of their own.
      const isTrial = next % trialEvery === trialEvery - 1 && cls.start_date > today;
      await bookSample(table, { cls, slot, child, isTrial }, moment);
    }
  }
};
