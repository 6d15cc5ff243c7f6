import { startTransition, useOptimistic } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type FootballClass, isFull } from '#shared/classes/class';
import type { BusinessMoment } from '#shared/lib/business-time';
import { weekdayName } from '#shared/lib/format';
import { venueIdSchema } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { type ProgrammeId, programmeIds } from '#shared/programmes';
import { nextUpcomingDate } from '#shared/sessions/sessions';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { listingParams } from '../../../lib/pages/public-pages.ts';

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

export const switchedOn = { places: 'yes', nextSession: 'next' } as const;

interface ClassFilters {
  readonly programme: ProgrammeId | undefined;
  readonly weekday: Weekday | undefined;
  readonly venue: string | undefined;
  readonly hasPlaces: boolean;
  /** Otherwise newest first. */
  readonly byNextSession: boolean;
}

/** Unknown values are ignored. */
export const readFilters = (search: URLSearchParams): ClassFilters => ({
  programme: programmeIds.find((id) => id === search.get(listingParams.programme)),
  weekday: weekdays.find((day) => day.toLowerCase() === search.get(listingParams.day)),
  venue: venueIdSchema.safeParse(search.get(listingParams.venue)).data,
  hasPlaces: search.get(listingParams.places) === switchedOn.places,
  byNextSession: search.get(listingParams.sort) === switchedOn.nextSession,
});

export const isFiltering = ({ programme, weekday, venue, hasPlaces }: ClassFilters): boolean =>
  programme !== undefined || weekday !== undefined || venue !== undefined || hasPlaces;

const canBeBooked = (cls: FootballClass, moment: BusinessMoment): boolean =>
  cls.time_slots.some((slot) => !isFull(slot) && nextUpcomingDate(cls, slot, moment) !== null);

// Sorts after every date, for classes without a next session.
const afterAllDates = '9999';

const nextOf = (cls: FootballClass, moment: BusinessMoment): string =>
  cls.time_slots
    .map((slot) => nextUpcomingDate(cls, slot, moment) ?? afterAllDates)
    .toSorted()
    .at(0) ?? afterAllDates;

const sortBySession = (classes: readonly FootballClass[], moment: BusinessMoment): FootballClass[] => {
  const dated = classes.map((cls) => ({ cls, next: nextOf(cls, moment) }));
  return dated.toSorted((one, other) => ascending(one.next, other.next)).map(({ cls }) => cls);
};

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
  return byNextSession ? sortBySession(found, moment) : found;
};

const noFilter = new URLSearchParams();

type Param = (typeof listingParams)[keyof typeof listingParams];

/** The filters live in the address: a link or a reload shows the same classes. */
export const useClassFilters = () => {
  const [params] = useSearchParams();
  // The prerendered listing has no filter yet.
  const search = useIsHydrated() ? params : noFilter;
  const [asked, ask] = useOptimistic(search);
  const navigate = useNavigate();

  const change = (edit: (next: URLSearchParams) => void): void => {
    // `window.location`, because the last change may not have been rendered yet.
    const next = new URLSearchParams(window.location.search);
    edit(next);
    startTransition(() => {
      ask(next);
      // Replaces the history entry, so that Back leaves the listing.
      navigate({ search: next.toString() }, { replace: true });
    });
  };

  return {
    filters: readFilters(search),
    /** What was chosen last: ahead of `filters` while their classes are rendered. */
    choices: readFilters(asked),
    set: (param: Param, value: string): void =>
      change((next) => (value ? next.set(param, value) : next.delete(param))),
    clear: (): void =>
      change((next) => {
        for (const param of [
          listingParams.programme,
          listingParams.day,
          listingParams.venue,
          listingParams.places,
        ]) {
          next.delete(param);
        }
      }),
  };
};
