import { type ChangedClass, classValues } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { toInstant, toSecondInstant, withoutSeconds } from '#shared/lib/business-time';
import { foldText, isSameText, splitWords } from '#shared/lib/fold-text';
import { readDollars, readWhole } from '#shared/lib/money';
import { type Cents, calendarDateSchema, type Instant, instantOf, wallTimeSchema } from '#shared/lib/values';
import { scheduledDates, type WeeklyRule } from '#shared/sessions/sessions';
import { siteConfig } from '../../../lib/api/config.ts';
import { businessClock } from '../../../lib/time/today.ts';

/** This stands for the second of two moments with the same time. */
export const later = 'later';

interface SlotValues {
  readonly slot_id: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly max_capacity: string;
}

/** All values are texts; the weekly rate is in dollars. */
export interface ClassFormValues {
  readonly class_type: string;
  readonly venue_id: string;
  /** A school that has no venue yet creates it with the class. */
  readonly first_venue: { readonly name: string; readonly address: string };
  readonly coach_name: string;
  readonly coach_ids: readonly string[];
  readonly weekly_rate: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly skipped_dates: readonly string[];
  readonly image_url: string;
  /** Business time in the format of such a field, "2026-09-05T09:00"; empty for none. */
  readonly opens_for_current_at: string;
  readonly opens_at: string;
  /** `later` for the second of two moments that have this time, where clocks are set back; empty for all others. */
  readonly opens_for_current_which: string;
  readonly opens_which: string;
  readonly time_slots: readonly SlotValues[];
}

export const emptySlot: SlotValues = { slot_id: '', start_time: '', end_time: '', max_capacity: '' };

const noVenue = { name: '', address: '' };

export const emptyClass: ClassFormValues = {
  class_type: '',
  venue_id: '',
  first_venue: noVenue,
  coach_name: '',
  coach_ids: [],
  weekly_rate: '',
  start_date: '',
  end_date: '',
  skipped_dates: [],
  image_url: '',
  opens_for_current_at: '',
  opens_at: '',
  opens_for_current_which: '',
  opens_which: '',
  time_slots: [emptySlot],
};

const readWall = (text: string) => {
  const [day, wall] = text.split('T');
  const [date, time] = [calendarDateSchema.safeParse(day), wallTimeSchema.safeParse(wall)];
  return date.success && time.success ? ([date.data, time.data] as const) : undefined;
};

/** The second moment that has an entered time, or null. */
export const secondInstant = (text: string): Instant | null => {
  const wall = readWall(text);
  const second = wall && toSecondInstant(...wall, siteConfig().timeZone);
  return second ? instantOf(second) : null;
};

const whichText = (instant: Instant | null): string =>
  instant !== null && secondInstant(wallText(instant)) === instant ? later : '';

const toDollars = (cents: Cents): string => (cents / 100).toFixed(2);

const wallText = (instant: Instant | null): string => {
  if (instant === null) return '';
  const { date, time } = businessClock(instant);
  return `${date}T${withoutSeconds(time)}`;
};

/** Times are without seconds. */
export const savedValues = (form: ChangedClass): ClassFormValues => ({
  class_type: form.class_type,
  venue_id: form.venue_id,
  first_venue: noVenue,
  coach_name: form.coach_name,
  coach_ids: form.coach_ids ?? [],
  weekly_rate: toDollars(form.weekly_rate),
  start_date: form.start_date,
  end_date: form.end_date,
  skipped_dates: form.skipped_dates,
  image_url: form.image_url ?? '',
  opens_for_current_at: wallText(form.opens_for_current_at),
  opens_at: wallText(form.opens_at),
  opens_for_current_which: whichText(form.opens_for_current_at),
  opens_which: whichText(form.opens_at),
  time_slots: form.time_slots.map(({ id = '', start_time, end_time, max_capacity }) => ({
    slot_id: id,
    start_time: withoutSeconds(start_time),
    end_time: withoutSeconds(end_time),
    max_capacity: String(max_capacity),
  })),
});

export const valuesOf = (cls: ManagedClass): ClassFormValues => savedValues(classValues(cls));

export const enteredRate = (text: string): number => {
  const rate = readDollars(text);
  return typeof rate === 'number' ? rate : Number.NaN;
};

/** An empty text, which the schema refuses, for a text that is no business time. @param which of two moments with this time */
export const enteredInstant = (text: string, which = ''): string | null => {
  if (text === '') return null;
  const wall = readWall(text);
  if (!wall) return '';
  const second = which === later ? secondInstant(text) : null;
  return second ?? instantOf(toInstant(...wall, siteConfig().timeZone));
};

export const enteredClass = ({
  opens_for_current_which,
  opens_which,
  first_venue: _,
  ...values
}: ClassFormValues) => ({
  ...values,
  skipped_dates: enteredRule(values)?.skipped_dates ?? [],
  weekly_rate: enteredRate(values.weekly_rate),
  image_url: values.image_url.trim() || null,
  opens_for_current_at: enteredInstant(values.opens_for_current_at, opens_for_current_which),
  opens_at: enteredInstant(values.opens_at, opens_which),
  time_slots: values.time_slots.map(({ slot_id, max_capacity, ...times }) => ({
    ...(slot_id && { id: slot_id }),
    ...times,
    max_capacity: readWhole(max_capacity) ?? Number.NaN,
  })),
});

/** Skipped dates that are no weekly dates are left out; null while the dates are not complete. */
export const enteredRule = ({
  start_date,
  end_date,
  skipped_dates,
}: Pick<ClassFormValues, 'start_date' | 'end_date' | 'skipped_dates'>): WeeklyRule | null => {
  const [start, end] = [start_date, end_date].map((text) => calendarDateSchema.safeParse(text).data);
  if (!start || !end || end < start) return null;
  const dates = { start_date: start, end_date: end };
  return { ...dates, skipped_dates: scheduledDates(dates).filter((date) => skipped_dates.includes(date)) };
};

interface CoachAccount {
  readonly id: string;
  readonly full_name: string;
}

/**
 * Finds the account whose name should replace a former coach's in the text that families read. The text names a former coach when
 * it has none of the chosen accounts, and is another account's name or stayed while the accounts changed.
 */
export const coachInsteadOf = (
  { name, chosen }: { readonly name: string; readonly chosen: readonly string[] },
  coaches: readonly CoachAccount[],
  before: { readonly coach_name?: string; readonly coach_ids?: readonly (string | undefined)[] } = {},
): CoachAccount | undefined => {
  const inText = new Set(splitWords(foldText(name)));
  const isNamed = ({ full_name }: CoachAccount) =>
    splitWords(foldText(full_name)).some((word) => inText.has(word));
  const own = coaches.filter(({ id }) => chosen.includes(id));
  if (name.trim() === '' || own.some(isNamed)) return undefined;
  const isOfAnother = coaches.some(
    (coach) => !chosen.includes(coach.id) && isSameText(coach.full_name, name),
  );
  const was = before.coach_ids ?? [];
  const hasChanged = was.length > 0 && was.join() !== chosen.join() && before.coach_name === name;
  return isOfAnother || hasChanged ? own[0] : undefined;
};
