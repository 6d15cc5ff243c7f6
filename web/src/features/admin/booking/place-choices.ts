import { type FootballClass, isFull, placesLeft } from '#shared/classes/class';
import { ageNote } from '#shared/families/children';
import type { BusinessMoment } from '#shared/lib/business-time';
import { classTypeName, everyWeekday, formatDate, formatTimeRange, placesText } from '#shared/lib/format';
import { searchFor } from '#shared/lib/search-text';
import { ascending } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { nextUpcomingDate } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';

export interface PlaceChoice {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  /** "Every Saturday, 9:00 AM - 9:45 AM", with the coach or a number where another choice of the group is equal. */
  readonly when: string;
  readonly dates: string;
  readonly places: string;
}

export interface PlaceGroup {
  readonly title: string;
  /** Whether the child has the programme's age on the first day it can come. */
  readonly fits: boolean;
  readonly choices: readonly PlaceChoice[];
}

export const placeChoiceText = ({ title }: Pick<PlaceGroup, 'title'>, { when, dates }: PlaceChoice): string =>
  `${title}, ${when}, ${dates}`;

// Adds to each choice what distinguishes it from equal ones.
const withDistinctTexts = (
  choices: readonly PlaceChoice[],
  addition: (choice: PlaceChoice, at: number) => string,
) => {
  const textOf = ({ when, dates }: PlaceChoice) => `${when}\n${dates}`;
  const alike = new Map<string, PlaceChoice[]>();
  for (const choice of choices) alike.set(textOf(choice), [...(alike.get(textOf(choice)) ?? []), choice]);
  return choices.map((choice) => {
    const same = alike.get(textOf(choice)) ?? [];
    return same.length > 1
      ? { ...choice, when: `${choice.when}, ${addition(choice, same.indexOf(choice))}` }
      : choice;
  });
};

const choicesOf = (classes: readonly FootballClass[], moment: BusinessMoment): PlaceChoice[] => {
  const choices = classes.flatMap((cls) =>
    cls.time_slots
      .filter((slot) => nextUpcomingDate(cls, slot, moment) !== null)
      .map((slot) => ({
        cls,
        slot,
        when: `${everyWeekday(cls.start_date)}, ${formatTimeRange(slot)}`,
        dates: `${formatDate(cls.start_date)} - ${formatDate(cls.end_date)}`,
        places: isFull(slot) ? 'full' : placesText(placesLeft(slot)),
      })),
  );
  const byCoach = withDistinctTexts(choices, ({ cls }) => `coach ${cls.coach_name}`);
  return withDistinctTexts(byCoach, (_, at) => `number ${at + 1}`);
};

/**
 * Groups the slots with a coming session by programme and venue: those for the child's age first, in a group by date and time. No
 * two choices read alike (BHF-06).
 * @param dateOfBirth undefined where no child is chosen yet
 */
export const placeGroups = (
  classes: readonly FootballClass[],
  dateOfBirth: CalendarDate | undefined,
  moment: BusinessMoment,
): PlaceGroup[] => {
  const fits = ({ class_type, start_date }: FootballClass): boolean => {
    const firstDay = start_date > moment.today ? start_date : moment.today;
    return dateOfBirth === undefined || ageNote(class_type, dateOfBirth, firstDay) === null;
  };
  const groups = new Map<string, FootballClass[]>();
  const ordered = classes.toSorted(
    (one, other) => ascending(one.start_date, other.start_date) || ascending(one.id, other.id),
  );
  for (const cls of ordered) {
    const key = JSON.stringify([fits(cls), classTypeName(cls.class_type), cls.venue]);
    groups.set(key, [...(groups.get(key) ?? []), cls]);
  }
  return [...groups.values()]
    .flatMap((own): PlaceGroup[] => {
      const [cls] = own;
      const choices = choicesOf(own, moment);
      return cls && choices.length > 0
        ? [{ title: `${classTypeName(cls.class_type)}, ${cls.venue}`, fits: fits(cls), choices }]
        : [];
    })
    .toSorted(
      (one, other) => Number(other.fits) - Number(one.fits) || one.title.localeCompare(other.title, 'en'),
    );
};

/** Returns the choices whose text has each word of the search. */
export const searchPlaces = (groups: readonly PlaceGroup[], query: string): PlaceGroup[] => {
  const words = query.split(/\s+/).map(searchFor);
  return groups.flatMap((group) => {
    const choices = group.choices.filter((choice) =>
      words.every((matches) => matches(`${placeChoiceText(group, choice)} ${choice.cls.coach_name}`)),
    );
    return choices.length > 0 ? [{ ...group, choices }] : [];
  });
};
