import { useQuery } from '@tanstack/react-query';
import type { Coach } from '#shared/accounts/coaches';
import type { ManagedClass } from '#shared/classes/managed-class';
import { foldText, splitWords, textKey } from '#shared/lib/fold-text';
import { classTypeName, formatDate } from '#shared/lib/format';
import type { CalendarDate } from '#shared/lib/values';
import { classesQuery } from './queries.ts';

export const useKnownClasses = (): readonly ManagedClass[] => useQuery(classesQuery).data?.classes ?? [];

export const knownCoaches = (classes: readonly ManagedClass[]): string[] =>
  [
    ...new Map(classes.toReversed().map(({ coach_name }) => [textKey(coach_name), coach_name])).values(),
  ].toReversed();

export const classesNaming = <Class extends Pick<ManagedClass, 'coach_name' | 'coach_ids' | 'end_date'>>(
  classes: readonly Class[],
  { id, full_name }: Pick<Coach, 'id' | 'full_name'>,
  today: CalendarDate,
): Class[] =>
  classes.filter(({ coach_name, coach_ids, end_date }) => {
    const inText = new Set(splitWords(foldText(coach_name)));
    const named = splitWords(foldText(full_name)).filter((word) => inText.has(word)).length;
    const isOwn = coach_ids.includes(id);
    return end_date >= today && named >= (isOwn ? 1 : splitWords(foldText(full_name)).length);
  });

export const lastClassAt = (classes: readonly ManagedClass[], venueId: string): ManagedClass | undefined =>
  classes.find((cls) => cls.venue_details.id === venueId && cls.time_slots.length > 0);

/** "Miniballerz from Sep 6, 2025". */
export const classLabel = ({ class_type, start_date }: ManagedClass): string =>
  `${classTypeName(class_type)} from ${formatDate(start_date)}`;

export const classAndVenue = ({ class_type, venue, start_date }: ManagedClass): string =>
  `${classTypeName(class_type)}, ${venue}, from ${formatDate(start_date)}`;
