import type { ClassSummary } from '#shared/schemas/class';

/**
 * The facts of an email about the venue of a class: its name, its address, and how to find the pitch.
 * @param before the name of the venue before
 */
export const venueFacts = (
  { venue, venue_details: { address, directions } }: Pick<ClassSummary, 'venue' | 'venue_details'>,
  before?: string,
): { readonly label: string; readonly value: string }[] => [
  { label: 'Venue', value: before === undefined ? venue : `${venue} (was ${before})` },
  { label: 'Address', value: address },
  ...(directions ? [{ label: 'Directions', value: directions }] : []),
];
