import type { ManagedClass } from '#shared/classes/managed-class';
import type { BusinessMoment } from '#shared/lib/business-time';
import { addDays, daysBetween, daysPerWeek, mondayOf } from '#shared/lib/calendar';
import type { ClassId } from '#shared/lib/ids';
import { readDollars, readWhole } from '#shared/lib/money';
import { namesOf } from '#shared/lib/names';
import { type CalendarDate, calendarDateSchema } from '#shared/lib/values';
import { isClassOver } from '#shared/sessions/sessions';
import { type LeftReason, type TermPlan, termPlanSchema } from '#shared/terms/term-plan';

export const priceChanges = {
  nothing: 'Same prices',
  'percent-up': 'Raise by per cent',
  'percent-down': 'Lower by per cent',
  'amount-up': 'Raise by an amount a week',
  'amount-down': 'Lower by an amount a week',
} as const;

export interface PlanValues {
  readonly first_week: string;
  readonly weeks: string;
  readonly change: keyof typeof priceChanges;
  readonly changed_by: string;
  readonly weeks_off: ReadonlySet<CalendarDate>;
  readonly days_off: readonly CalendarDate[];
  readonly classes: ReadonlySet<ClassId>;
}

// A class stays preset this many days after its end.
const recentDays = 42;

// Weeks of a term where no class is preset.
const usualWeeks = 9;

/** Presets the classes that run or ended lately, from the week after the last of them, for as many weeks as the longest. */
export const presetPlan = (classes: readonly ManagedClass[], moment: BusinessMoment): PlanValues => {
  const { today } = moment;
  const preset = classes.filter(
    (cls) => !cls.deleting && cls.start_date <= today && cls.end_date >= addDays(today, -recentDays),
  );
  const ends = preset.map(({ end_date }) => end_date).toSorted();
  const lengths = preset.map(
    ({ start_date, end_date }) => Math.floor(daysBetween(start_date, end_date) / daysPerWeek) + 1,
  );
  const last = ends.at(-1) ?? today;
  return {
    first_week: addDays(mondayOf(last > today ? last : today), daysPerWeek),
    weeks: String(Math.max(...lengths, 0) || usualWeeks),
    change: 'nothing',
    changed_by: '',
    weeks_off: new Set(),
    days_off: [],
    classes: new Set(preset.map(({ id }) => id)),
  };
};

export const choosableClasses = (
  classes: readonly ManagedClass[],
  moment: BusinessMoment,
): readonly ManagedClass[] => {
  const stays = classes.filter(({ deleting }) => !deleting);
  const isOver = (cls: ManagedClass) => isClassOver(cls, moment);
  return [...stays.filter((cls) => !isOver(cls)), ...stays.filter(isOver)];
};

/** Empty while the first week or the number of weeks cannot be read. */
export const weeksOf = ({ first_week, weeks }: Pick<PlanValues, 'first_week' | 'weeks'>): CalendarDate[] => {
  const first = calendarDateSchema.safeParse(first_week);
  const count = readWhole(weeks) ?? 0;
  if (!first.success || !termPlanSchema.shape.weeks.safeParse(count).success) return [];
  const monday = mondayOf(first.data);
  return Array.from({ length: count }, (_, week) => addDays(monday, week * daysPerWeek));
};

const priceChangeOf = ({ change, changed_by }: PlanValues) => {
  const [by, direction] = change.split('-');
  const sign = direction === 'down' ? -1 : 1;
  if (by === 'percent') return { by, percent: sign * (readWhole(changed_by) ?? 0) };
  if (by !== 'amount') return { by: 'nothing' };
  const amount = readDollars(changed_by);
  return { by, amount: typeof amount === 'number' ? sign * amount : 0 };
};

export const readPlan = (
  values: PlanValues,
):
  | { readonly plan: TermPlan; readonly issues?: undefined }
  | { readonly plan?: undefined; readonly issues: Readonly<Record<string, string>> } => {
  const first = calendarDateSchema.safeParse(values.first_week);
  const offWeeks = weeksOf(values).filter((monday) => values.weeks_off.has(monday));
  const offDays = offWeeks.flatMap((monday) =>
    Array.from({ length: daysPerWeek }, (_, day) => addDays(monday, day)),
  );
  const read = termPlanSchema.safeParse({
    first_week: first.success ? mondayOf(first.data) : values.first_week,
    weeks: readWhole(values.weeks) ?? values.weeks,
    skipped_dates: [...new Set([...offDays, ...values.days_off])].toSorted(),
    price_change: priceChangeOf(values),
  });
  if (read.success) return { plan: read.data };
  const issues = read.error.issues.map(({ path, message }) => [String(path[0]), message]);
  return { issues: Object.fromEntries(issues) };
};

export const leftTexts: Readonly<Record<LeftReason, string>> = namesOf({
  planned: 'Planned before: its draft or class for this week is there',
  'still-meets': 'It still meets then: choose a later first week',
  'no-session': 'No date is left: choose fewer dates without a session',
  'no-slot': 'It has no time slot',
  rate: 'Its price would be too low or too high',
  changed: 'Somebody changed or deleted it meanwhile: look at it again',
});
