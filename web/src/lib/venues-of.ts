import { ascending } from '#shared/domain/lists/ascending';
import type { ClassSummary } from '#shared/schemas/class';

/** The venues of classes, by name: what lists of classes can be narrowed to (SET-02). */
export const venuesOf = (
  classes: readonly Pick<ClassSummary, 'venue' | 'venue_details'>[],
): { readonly value: string; readonly name: string }[] =>
  [
    ...new Map(classes.map(({ venue, venue_details: { id } }) => [id, { value: id, name: venue }])).values(),
  ].toSorted((one, other) => ascending(one.name, other.name));
