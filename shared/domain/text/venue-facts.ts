import type { ClassSummary } from '#shared/schemas/class';

/** A venue; of a class that is deleted only its name is known. */
type Place = Pick<ClassSummary, 'venue'> & Partial<Pick<ClassSummary, 'venue_details'>>;

/**
 * What a confirmation says about the venue of a class: its name, its address, and how to find the pitch.
 * @param before the name of the venue before
 */
export const venueFacts = (
  { venue, venue_details }: Place,
  before?: string,
): { readonly label: string; readonly value: string }[] => [
  { label: 'Venue', value: before === undefined ? venue : `${venue} (was ${before})` },
  ...(venue_details ? [{ label: 'Address', value: venue_details.address }] : []),
  ...(venue_details?.directions ? [{ label: 'Directions', value: venue_details.directions }] : []),
];
