import type { BookSlot } from '#shared/schemas/booking-input';
import type { Child } from '#shared/schemas/child';
import { childIdSchema, type UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import type { FamilyLedger } from '../data/ledger/family-ledger.ts';
import type { Table } from '../data/table.ts';
import type { BookingReferences } from '../data/views/booking-details.ts';
import { readPartsToBook } from '../data/views/booking-parts.ts';
import type { KnownPlaces } from '../data/views/family-sessions.ts';
import { problem } from '../lib/http/problem-error.ts';

export interface BookingParts extends BookingReferences {
  readonly time_slot: TimeSlot;
  readonly child: Child;
  readonly ledger: FamilyLedger;
  /** The child's other places that were read with these. */
  readonly known: KnownPlaces;
}

/**
 * Reads what a booking needs, in one round trip: class, slot, parent, child and the family's ledger. Whether the family is
 * being deleted is a condition of the transaction, after the conditions that come first (BOK-53).
 * @throws ProblemError profileNotFound, childNotFound, slotNotFound
 */
export const readBookingParts = async (
  table: Table,
  parentId: UserId,
  { class_id, time_slot_id, child_id, other_places = [] }: BookSlot,
): Promise<BookingParts> => {
  const childId = childIdSchema.safeParse(child_id);
  if (!childId.success) throw problem('childNotFound');
  const ids = { class_id, time_slot_id, parent_id: parentId, child_id: childId.data };
  const others = other_places.map((place) => ({ ...place, child_id: ids.child_id }));
  const { class: cls, time_slot, parent, child, ledger, known } = await readPartsToBook(table, ids, others);
  // The children of a family that is being deleted go before its profile.
  if (!parent || !ledger || (ledger.closing && !child)) throw problem('profileNotFound');
  if (!child) throw problem('childNotFound');
  if (!cls || !time_slot) throw problem('slotNotFound');
  return { class: cls, time_slot, parent, child, ledger, known };
};
