import type { VenueId } from '#shared/schemas/ids';
import type { Venue } from '#shared/schemas/venue';
import { asVenue, getVenue } from '../../data/venues/venues.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * The venue that a class form names.
 * @throws ProblemError invalidRequest where there is none, or it is being deleted
 */
export const chosenVenue = async ({ table }: Pick<AdminDeps, 'table'>, id: VenueId): Promise<Venue> => {
  const venue = await getVenue(table, id);
  if (venue && venue.deleting === undefined) return asVenue(venue);
  const issue = { field: 'venue_id', message: 'This venue no longer exists. Please choose another one' };
  throw problem('invalidRequest', {}, { issues: [issue] });
};
