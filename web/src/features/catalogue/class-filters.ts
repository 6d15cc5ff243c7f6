import { isFull } from '#shared/domain/capacity';
import { weekdayName } from '#shared/domain/format';
import { nextSessionDate, programTiming } from '#shared/domain/schedule';
import { type ProgrammeId, programmeIds } from '#shared/programmes';
import type { FootballClass } from '#shared/schemas/class';
import type { CalendarDate } from '#shared/schemas/values';
import { listingParams } from '../../lib/pages/listing-search.ts';

/** The days of the week as the filter names them, in the order of a week. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
type Weekday = (typeof weekdays)[number];

/** Values in the address that switch something on. */
export const switchedOn = { places: 'yes', nextSession: 'next' } as const;

export interface ClassFilters {
  readonly programme: ProgrammeId | undefined;
  readonly weekday: Weekday | undefined;
  /** Only classes in which a place can still be booked. */
  readonly hasPlaces: boolean;
  /** By the next session, instead of newest first. */
  readonly byNextSession: boolean;
}

/** What the address asks for; what it says that is not known counts as not said. */
export const readFilters = (search: URLSearchParams): ClassFilters => ({
  programme: programmeIds.find((id) => id === search.get(listingParams.programme)),
  weekday: weekdays.find((day) => day.toLowerCase() === search.get(listingParams.day)),
  hasPlaces: search.get(listingParams.places) === switchedOn.places,
  byNextSession: search.get(listingParams.sort) === switchedOn.nextSession,
});

/** Whether anything is filtered out; the order alone hides nothing. */
export const isFiltering = ({ programme, weekday, hasPlaces }: ClassFilters): boolean =>
  programme !== undefined || weekday !== undefined || hasPlaces;

const canBeBooked = (cls: FootballClass, today: CalendarDate): boolean =>
  programTiming(cls, today) !== 'ended' && cls.time_slots.some((slot) => !isFull(slot));

/** Comes after every date, for a class whose last session is over. */
const never = '9999';

const orderedBySession = (classes: readonly FootballClass[], today: CalendarDate): FootballClass[] => {
  const dated = classes.map((cls) => ({ cls, next: nextSessionDate(cls, today) ?? never }));
  return dated
    .toSorted((one, other) => {
      if (one.next === other.next) return 0;
      return one.next < other.next ? -1 : 1;
    })
    .map(({ cls }) => cls);
};

/** The classes asked for, in the order asked for; newest first is how they come. */
export const filterClasses = (
  classes: readonly FootballClass[],
  filters: ClassFilters,
  today: CalendarDate,
): readonly FootballClass[] => {
  const { programme, weekday, hasPlaces, byNextSession } = filters;
  const found = classes.filter(
    (cls) =>
      (programme === undefined || cls.class_type === programme) &&
      (weekday === undefined || weekdayName(cls.start_date) === weekday) &&
      (!hasPlaces || canBeBooked(cls, today)),
  );
  return byNextSession ? orderedBySession(found, today) : found;
};
