import { venueIdSchema } from '#shared/schemas/ids';
import type { Venue } from '#shared/schemas/venue';
import { type Attempt, creationNotePut, subjectsFromItem } from '../attempts.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { asVenue, getVenue, venuePuts } from './venues.ts';

type CreateVenueOutcome =
  | { readonly outcome: 'done'; readonly venue: Venue }
  /** Another venue has the name. Nothing was stored. */
  | { readonly outcome: 'name-taken' }
  /** Contention persisted, or the venue of the attempt was deleted since. */
  | { readonly outcome: 'busy' };

/** Stores a new venue and the extra writes, once per attempt: a repeated request gets the venue that the first one made. */
export const createVenueOnce = async (
  table: Table,
  venue: Venue,
  attempt: Attempt,
  extraWrites: ExtraWrites,
): Promise<CreateVenueOutcome> => {
  const result = await sendTransaction(table, [
    creationNotePut(table, attempt, [venue.id]),
    ...venuePuts(table, venue),
    ...extraWrites,
  ]);
  if (result.outcome === 'done') return { outcome: 'done', venue };
  if (result.outcome === 'busy') return result;
  const [earlier, name] = result.refusals;
  if (!earlier?.item) return { outcome: name ? 'name-taken' : 'busy' };
  const made = await getVenue(table, venueIdSchema.parse(subjectsFromItem(earlier.item)[0]));
  return made ? { outcome: 'done', venue: asVenue(made) } : { outcome: 'busy' };
};
