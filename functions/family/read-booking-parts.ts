import type { AskedPlace, BookSlot } from '#shared/schemas/booking-input';
import type { Child } from '#shared/schemas/child';
import { childIdSchema, type UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import type { BookingReferences } from '../data/joins/booking-details.ts';
import { readPartsToBook } from '../data/joins/booking-parts.ts';
import type { KnownPlaces } from '../data/joins/family-sessions.ts';
import type { FamilyLedger } from '../data/ledger/family-ledger.ts';
import type { Table } from '../data/table.ts';
import { type ProblemError, problem, problemOfField } from '../lib/http/problem-error.ts';

/** A child with what is asked for it. */
export interface ChildToBook {
  readonly child: Child;
  readonly asked: AskedPlace;
}

export interface BookingParts extends BookingReferences {
  readonly time_slot: TimeSlot;
  /** In the order of the request. */
  readonly children: readonly [ChildToBook, ...ChildToBook[]];
  readonly ledger: FamilyLedger;
  /** The children's other places that were read with these. */
  readonly known: KnownPlaces;
}

/** What a request asks for each child, in its order. */
export const askedPlaces = ({ siblings = [], ...first }: BookSlot): [AskedPlace, ...AskedPlace[]] => [
  first,
  ...siblings,
];

/** A refusal because of one child. Where several were asked for, it names the child's field (BSK-02). */
export const refusalOf = (order: BookSlot, child_id: string, refusal: ProblemError): ProblemError => {
  const index = order.siblings?.findIndex((sibling) => sibling.child_id === child_id);
  if (index === undefined) return refusal;
  return problemOfField(refusal, index < 0 ? 'child_id' : `siblings.${index}.child_id`);
};

/**
 * Reads what a booking needs, in one round trip: class, slot, parent, children and the family's ledger. Whether the family is
 * being deleted is a condition of the transaction, after the conditions that come first (BOK-53).
 * @throws ProblemError profileNotFound, childNotFound, slotNotFound
 */
export const readBookingParts = async (
  table: Table,
  parentId: UserId,
  order: BookSlot,
): Promise<BookingParts> => {
  const { class_id, time_slot_id } = order;
  const notFound = (child_id: string) => refusalOf(order, child_id, problem('childNotFound'));
  const asked = askedPlaces(order).map((place) => {
    const { data } = childIdSchema.safeParse(place.child_id);
    if (!data) throw notFound(place.child_id);
    return { ...place, child_id: data };
  });
  const others = asked.flatMap(({ child_id, other_places = [] }) =>
    other_places.map((place) => ({ ...place, child_id })),
  );
  const ids = {
    class_id,
    time_slot_id,
    parent_id: parentId,
    child_ids: asked.map(({ child_id }) => child_id),
  };
  const {
    class: cls,
    time_slot,
    parent,
    children,
    ledger,
    known,
  } = await readPartsToBook(table, ids, others);
  // The children of a family that is being deleted go before its profile.
  const missing = asked.find((_, index) => !children[index]);
  if (!parent || !ledger || (ledger.closing && missing)) throw problem('profileNotFound');
  if (missing) throw notFound(missing.child_id);
  if (!cls || !time_slot) throw problem('slotNotFound');
  const [first, ...siblings] = children.flatMap((child, index) => {
    const place = asked[index];
    return child && place ? [{ child, asked: place }] : [];
  });
  if (!first) throw new Error('A booking is for at least one child');
  return { class: cls, time_slot, parent, children: [first, ...siblings], ledger, known };
};
