import { randomUUID } from 'node:crypto';
import type { Venue } from '#shared/classes/class';
import { isSameText } from '#shared/lib/fold-text';
import { venueIdSchema } from '#shared/lib/ids';
import { type Attempt, creationNotePut, subjectsFromItem } from '../lib/attempts.ts';
import { deleteWrite, putWrite } from '../lib/dynamo/expressions.ts';
import { dueIndexKeys, venueKey } from '../lib/dynamo/keys-of-classes.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { listManagedClasses } from './classes.ts';
import { countDraftsAt } from './drafts.ts';
import { asVenue, getVenue, nameDelete, namePut, venueItem, venuePuts } from './venues.ts';

type ChangeVenueOutcome =
  | { readonly outcome: 'done' }
  /** The venue was changed or deleted since it was read. Nothing was stored. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'name-taken' }
  | { readonly outcome: 'busy' };

/** All or nothing. Due until `copyToClasses` has changed the copies in its classes. A venue that is being deleted stays. */
export const changeVenue = async (
  table: Table,
  before: Venue,
  next: Venue,
  extraWrites: ExtraWrites,
): Promise<ChangeVenueOutcome> => {
  const isRenamed = !isSameText(before.name, next.name);
  const result = await sendTransaction(table, [
    putWrite(
      table,
      { ...venueItem(next), ...dueIndexKeys(next.changed_at, next.id) },
      { if: { version: before.version } },
    ),
    ...(isRenamed ? [namePut(table, next), nameDelete(table, before)] : []),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return result;
  return { outcome: result.refusals[0] ? 'changed' : 'name-taken' };
};

type CreateVenueOutcome =
  | { readonly outcome: 'done'; readonly venue: Venue }
  | { readonly outcome: 'name-taken' }
  /** Contention persisted, or the venue of the attempt was deleted since. */
  | { readonly outcome: 'busy' };

/** Once per attempt: a repeated request gets the first venue. */
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

type DeleteVenueOutcome =
  | { readonly outcome: 'done' }
  /** So many classes name the venue. It stays. */
  | { readonly outcome: 'in-use'; readonly classes: number }
  /** The venue was changed meanwhile, or contention persisted. It stays. */
  | { readonly outcome: 'busy' };

// Includes drafts.
const countClasses = async (table: Table, { id }: Venue): Promise<number> => {
  const [classes, drafts] = await Promise.all([
    listManagedClasses(table, { consistent: true }),
    countDraftsAt(table, id),
  ]);
  return classes.filter(({ venue_details }) => venue_details.id === id).length + drafts;
};

const setDeleting = (table: Table, { id, version }: Venue, mark: string) =>
  updateItem(table, venueKey(id), { set: { deleting: mark }, if: { version } });

const removeDeleting = (table: Table, { id }: Venue, mark: string) =>
  updateItem(table, venueKey(id), { remove: ['deleting'], if: { deleting: mark } });

/**
 * Deletes a venue that no class names, with the extra writes. No further class names a venue that is marked, so the classes
 * are counted after the mark: a class that was created at the same moment is among them, or was refused. An interrupted
 * deletion leaves the mark, which the next deletion or change of the venue removes.
 */
export const deleteVenue = async (
  table: Table,
  venue: Venue,
  extraWrites: ExtraWrites,
): Promise<DeleteVenueOutcome> => {
  // Most refusals are found before the mark, which would refuse classes for a moment.
  const before = await countClasses(table, venue);
  if (before > 0) return { outcome: 'in-use', classes: before };
  const mark = randomUUID();
  const marked = await setDeleting(table, venue, mark);
  if (marked.outcome === 'refused') return { outcome: 'busy' };
  const classes = await countClasses(table, venue);
  if (classes > 0) {
    await removeDeleting(table, venue, mark);
    return { outcome: 'in-use', classes };
  }
  const { outcome } = await sendTransaction(table, [
    deleteWrite(table, venueKey(venue.id), { if: { deleting: mark } }),
    nameDelete(table, venue),
    ...extraWrites,
  ]);
  return { outcome: outcome === 'done' ? 'done' : 'busy' };
};
