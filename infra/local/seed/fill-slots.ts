import { randomUUID } from 'node:crypto';
import type { Table } from '#functions/data/table';
import { bookSlot } from '#functions/family/book-slot';
import { ageOn } from '#shared/domain/age';
import { bookingTerms } from '#shared/domain/booking-terms';
import { businessMoment } from '#shared/domain/business-time';
import { programmes } from '#shared/programmes';
import type { Child } from '#shared/schemas/child';
import type { FootballClass } from '#shared/schemas/class';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import type { SampleClass } from './sample-classes.ts';

const hourMs = 3_600_000;
/** Ages of the academy programme, which has no age range. */
const academyAges = { from: 12, to: 18 };
/** One booking in this many is a trial. */
const trialEvery = 4;

const suits = (cls: FootballClass, child: Child, today: CalendarDate): boolean => {
  const { from, to } = programmes[cls.class_type].ages ?? academyAges;
  const age = ageOn(child.date_of_birth, today);
  return age >= from && age <= to;
};

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
  const players = children.filter((child) => suits(cls, child, today));
  let next = 0;
  for (const [at, { booked }] of sample.slots.entries()) {
    const slot = cls.time_slots[at];
    for (let position = 0; slot && position < booked; position++, next++) {
      const child = players[next % players.length];
      if (!child) throw new Error(`No sample child suits ${cls.class_type}`);
      const moment = bookedAt(cls, now, next);
      const isTrial = next % trialEvery === trialEvery - 1;
      const terms = bookingTerms(cls, slot, isTrial, businessMoment(moment, timeZone));
      if (!terms) throw new Error('A sample class is booked before its first session');
      const { amount, trial_date, calendar_version } = terms;
      await bookSlot(
        {
          caller: { userId: child.parent_id, role: 'parent', signedInAt: now },
          idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
          body: {
            class_id: cls.id,
            time_slot_id: slot.id,
            child_id: child.id,
            is_trial: isTrial,
            ...{ amount, trial_date, calendar_version },
          },
        },
        { table, clock: () => moment, timeZone },
      );
    }
  }
};
