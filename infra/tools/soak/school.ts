import { classKey, slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { batchDelete } from '#functions/lib/dynamo/writes';
import type { Table } from '#functions/lib/table';
import { sampleClass, sampleTimeZone } from '#infra/testing/samples/samples';
import { bookingTerms } from '#shared/booking/booking-terms';
import { keepTerms } from '#shared/booking/keep-terms';
import type { FootballClass } from '#shared/classes/class';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import type { SlotId } from '#shared/lib/ids';
import { type Cents, centsSchema, instantOf } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';

export interface School {
  /** Noon (UTC), so that sessions of every day are equally far away. Request n of a run runs n milliseconds later. */
  readonly epoch: Date;
  readonly main: FootballClass;
  readonly classes: readonly FootballClass[];
  readonly slots: readonly TimeSlot[];
}

/**
 * The first class begins in three days, so that its bookings can be cancelled free of charge. The second one begins
 * tomorrow morning, for which it is too late.
 */
const terms = [
  { startsInDays: 3, weekly_rate: centsSchema.parse(2_000) },
  { startsInDays: 1, weekly_rate: centsSchema.parse(3_000) },
] as const;

export const newSchool = (now: Date, capacities: readonly (readonly number[])[]): School => {
  const epoch = new Date(now);
  epoch.setUTCHours(12, 0, 0, 0);
  const { today } = businessMoment(epoch, sampleTimeZone);
  const classes = terms.slice(0, capacities.length).map(({ startsInDays, weekly_rate }, index) => {
    const start_date = addDays(today, startsInDays);
    return sampleClass({
      now: epoch,
      capacities: capacities[index] ?? [],
      overrides: {
        start_date,
        end_date: addDays(start_date, 56),
        weekly_rate,
        created_at: instantOf(epoch),
      },
    });
  });
  const [main] = classes;
  if (!main) throw new Error('A run has a class');
  return { epoch, main, classes, slots: classes.flatMap(({ time_slots }) => time_slots) };
};

/** Deletes what is left of a run's classes: the timer and the deletion of an account read the slots of all classes. */
export const removeSchool = (
  table: Table,
  { classes, slots }: Pick<School, 'classes' | 'slots'>,
): Promise<void> =>
  batchDelete(table, [
    ...classes.map(({ id }) => ({ ...classKey(id) })),
    ...slots.map(({ class_id, id }) => ({ ...slotKey(class_id, id) })),
  ]);

/** @throws Error for a slot of another run */
export const placeOf = ({ classes }: School, id: SlotId): { cls: FootballClass; slot: TimeSlot } => {
  const cls = classes.find(({ time_slots }) => time_slots.some((slot) => slot.id === id));
  const slot = cls?.time_slots.find((candidate) => candidate.id === id);
  if (!cls || !slot) throw new Error('A slot of another run');
  return { cls, slot };
};

/** Whether the first session is so near that a booking made in the slot is not credited where it is cancelled. */
export const isLate = (school: School, slot: SlotId): boolean => placeOf(school, slot).cls !== school.main;

export const isWithinClass = (school: School, one: SlotId, other: SlotId): boolean =>
  placeOf(school, one).cls === placeOf(school, other).cls;

const momentOf = ({ epoch }: School): BusinessMoment => businessMoment(epoch, sampleTimeZone);

export type ShownTerms = Pick<
  NonNullable<ReturnType<typeof bookingTerms>>,
  'amount' | 'trial_date' | 'calendar_version'
>;

/** What the booking screen shows to a client that knows this rate and this version of the calendar. */
export const shownTerms = (
  school: School,
  id: SlotId,
  isTrial: boolean,
  known: Partial<Pick<FootballClass, 'weekly_rate'> & Pick<TimeSlot, 'calendar_version'>> = {},
): ShownTerms => {
  const { cls, slot } = placeOf(school, id);
  const shown = bookingTerms({ ...cls, ...known }, { ...slot, ...known }, isTrial, momentOf(school));
  if (!shown) throw new Error('The class of a run has sessions to come');
  const { amount, trial_date, calendar_version } = shown;
  return { amount, trial_date, calendar_version };
};

/** What keeping the place of a trial costs. */
export const shownKeepPrice = (school: School, id: SlotId): Cents => {
  const { cls, slot } = placeOf(school, id);
  const { amount, trial_date } = shownTerms(school, id, true);
  const program_price = shownTerms(school, id, false).amount;
  const shown = keepTerms({ trial_date, amount, program_price }, cls, slot, momentOf(school));
  if (!shown) throw new Error('The class of a run has sessions to keep');
  return shown.amount;
};
