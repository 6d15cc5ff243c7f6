import { cleanLine } from '#shared/domain/text/clean-text';
import { classTypeName, formatTimeRange } from '#shared/domain/text/format';
import { wordsFor } from '#shared/domain/text/search-text';
import { paths } from '#shared/paths';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { Found } from '#shared/schemas/found';

/** A row of the results. */
export interface Hit {
  readonly key: string;
  readonly to: string;
  readonly text: string;
  readonly detail: string;
}

/** Rows of one kind. */
export interface HitGroup {
  readonly name: string;
  readonly hits: readonly Hit[];
}

/** A screen of the admin area. */
export interface FoundScreen {
  readonly to: string;
  readonly label: string;
  /** What is there. */
  readonly about?: string;
}

const maxClasses = 6;

const classHits = (classes: readonly ManagedClass[], query: string): Hit[] => {
  const matches = wordsFor(query);
  return classes
    .filter(
      ({ class_type, venue, coach_name, deleting }) =>
        !deleting && matches([classTypeName(class_type), venue, coach_name]),
    )
    .slice(0, maxClasses)
    .map((cls) => ({
      key: cls.id,
      to: paths.adminClass(cls.id),
      text: `${classTypeName(cls.class_type)}, ${cls.venue}`,
      detail: cls.coach_name,
    }));
};

const familyHits = ({ families }: Found): Hit[] =>
  families.map(({ id, full_name, email, children }) => ({
    key: id,
    to: paths.adminParent(id),
    text: full_name,
    detail: children.length > 0 ? children.join(', ') : email,
  }));

/** Only names of which a word begins as one of the query's does: a family also matches by its parent. */
const childHits = ({ families }: Found, query: string): Hit[] => {
  const matchers = cleanLine(query).split(' ').map(wordsFor);
  return families.flatMap(({ id, full_name, children }) =>
    children
      .filter((child) => matchers.some((matches) => matches([child])))
      .map((child) => ({ key: `${id} ${child}`, to: paths.adminParent(id), text: child, detail: full_name })),
  );
};

const bookingHits = ({ bookings }: Found): Hit[] =>
  bookings.map(({ id, child_name, time_slot }) => ({
    key: id,
    to: paths.adminSlot(time_slot.class.id, time_slot.id),
    text: child_name,
    detail: `${classTypeName(time_slot.class.class_type)}, ${time_slot.class.venue}, ${formatTimeRange(time_slot)}`,
  }));

const screenHits = (screens: readonly FoundScreen[], query: string): Hit[] => {
  const matches = wordsFor(query);
  return screens
    .filter(({ label, about = '' }) => matches([label, about]))
    .map(({ to, label, about = '' }) => ({ key: to, to, text: label, detail: about }));
};

/** All hits by kind, without the kinds that have none. */
export const hitGroups = (
  query: string,
  found: Found | undefined,
  classes: readonly ManagedClass[],
  screens: readonly FoundScreen[],
): HitGroup[] =>
  [
    ...(found
      ? [
          { name: 'Families', hits: familyHits(found) },
          { name: 'Children', hits: childHits(found, query) },
        ]
      : []),
    { name: 'Classes', hits: classHits(classes, query) },
    ...(found ? [{ name: 'Bookings', hits: bookingHits(found) }] : []),
    { name: 'Screens', hits: screenHits(screens, query) },
  ].filter(({ hits }) => hits.length > 0);
