import { isFull } from '#shared/domain/classes/capacity';
import { ascending } from '#shared/domain/lists/ascending';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { weekdayName } from '#shared/domain/text/format';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { type ProgrammeId, programmeIds } from '#shared/programmes';
import type { FootballClass } from '#shared/schemas/class';
import { venueIdSchema } from '#shared/schemas/ids';
import { listingParams } from '../../lib/pages/listing-search.ts';

/** The options of the day filter. */
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

/** Values of the query parameters that are switches. */
export const switchedOn = { places: 'yes', nextSession: 'next' } as const;

export interface ClassFilters {
  readonly programme: ProgrammeId | undefined;
  readonly weekday: Weekday | undefined;
  /** The id of a venue. */
  readonly venue: string | undefined;
  /** Only classes with a free place. */
  readonly hasPlaces: boolean;
  /** Ordered by next session instead of newest first. */
  readonly byNextSession: boolean;
}

/** The filters in the query; unknown values are ignored. */
export const readFilters = (search: URLSearchParams): ClassFilters => ({
  programme: programmeIds.find((id) => id === search.get(listingParams.programme)),
  weekday: weekdays.find((day) => day.toLowerCase() === search.get(listingParams.day)),
  venue: venueIdSchema.safeParse(search.get(listingParams.venue)).data,
  hasPlaces: search.get(listingParams.places) === switchedOn.places,
  byNextSession: search.get(listingParams.sort) === switchedOn.nextSession,
});

/** Whether any filter is set; the order is not a filter. */
export const isFiltering = ({ programme, weekday, venue, hasPlaces }: ClassFilters): boolean =>
  programme !== undefined || weekday !== undefined || venue !== undefined || hasPlaces;

const canBeBooked = (cls: FootballClass, moment: BusinessMoment): boolean =>
  cls.time_slots.some((slot) => !isFull(slot) && nextUpcomingDate(cls, slot, moment) !== null);

/** Sorts after every date, for classes without a next session. */
const afterAllDates = '9999';

/** The earliest next session of a class's slots. */
const nextOf = (cls: FootballClass, moment: BusinessMoment): string =>
  cls.time_slots
    .map((slot) => nextUpcomingDate(cls, slot, moment) ?? afterAllDates)
    .toSorted()
    .at(0) ?? afterAllDates;

const orderedBySession = (classes: readonly FootballClass[], moment: BusinessMoment): FootballClass[] => {
  const dated = classes.map((cls) => ({ cls, next: nextOf(cls, moment) }));
  return dated.toSorted((one, other) => ascending(one.next, other.next)).map(({ cls }) => cls);
};

/** The matching classes in the selected order; `classes` are ordered newest first. */
export const filterClasses = (
  classes: readonly FootballClass[],
  filters: ClassFilters,
  moment: BusinessMoment,
): readonly FootballClass[] => {
  const { programme, weekday, venue, hasPlaces, byNextSession } = filters;
  const found = classes.filter(
    (cls) =>
      (programme === undefined || cls.class_type === programme) &&
      (weekday === undefined || weekdayName(cls.start_date) === weekday) &&
      (venue === undefined || cls.venue_details.id === venue) &&
      (!hasPlaces || canBeBooked(cls, moment)),
  );
  return byNextSession ? orderedBySession(found, moment) : found;
};
