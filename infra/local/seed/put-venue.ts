import { sendTransaction } from '#functions/data/dynamo/send-transaction';
import type { Table } from '#functions/data/table';
import { venuePuts } from '#functions/data/venues/venues';
import type { Venue } from '#shared/schemas/venue';

/** Stores a venue without an administrator and a log entry, for sample data and tests; one that is stored stays. */
export const putVenue = async (table: Table, venue: Venue): Promise<void> => {
  const { outcome } = await sendTransaction(table, venuePuts(table, venue));
  if (outcome === 'busy') throw new Error('The venue could not be stored');
};
