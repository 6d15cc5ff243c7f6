import { type ClassSummary, placesLeft } from '#shared/classes/class';
import type { Child } from '#shared/families/family';
import type { ChildId, ClassId, FamilyId, SlotId } from '#shared/lib/ids';
import { type TimeSlot, timeSlotSchema } from '#shared/sessions/slot';
import { type ActingMember, readConfirmed } from '../accounts/confirm-family.ts';
import { bookingRef } from '../booking/bookings.ts';
import { classRef, slotRef } from '../classes/classes.ts';
import { childIsStored, childRef } from '../families/children.ts';
import { changeUpdate, hasReachedChangeLimit } from '../ledger/changes.ts';
import { hasEnded } from '../ledger/charges.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/ledger.ts';
import { above, absent, checkWrite, isNew } from '../lib/dynamo/expressions.ts';
import { itemParser } from '../lib/dynamo/items.ts';
import type { Refusal, Write } from '../lib/dynamo/keyed-request.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import {
  applicationPuts,
  isApplicationItem,
  type StoredApplication,
  slotListUpdate,
  storedApplicationSchema,
} from './applications.ts';

interface Joining {
  readonly class_id: ClassId;
  readonly time_slot_id: SlotId;
  readonly parent_id: FamilyId;
  readonly child_ids: readonly ChildId[];
}

interface JoinFacts {
  readonly cls: ClassSummary | undefined;
  readonly slot: TimeSlot | undefined;
  /** The family's children among `child_ids`. */
  readonly children: readonly Child[];
  readonly ledger: FamilyLedger | undefined;
}

export const readJoinFacts = async (
  table: Table,
  { class_id, time_slot_id, parent_id, child_ids }: Joining,
  caller: ActingMember | undefined,
): Promise<JoinFacts> => {
  const cls = classRef(class_id);
  const slot = slotRef(class_id, time_slot_id);
  const children = child_ids.map((id) => childRef(parent_id, id));
  const ledger = familyLedgerRef(parent_id);
  const read = await readConfirmed(table, caller, [cls, slot, ledger, ...children]);
  return {
    cls: read(cls),
    slot: read(slot),
    children: children.flatMap((child) => read(child) ?? []),
    ledger: read(ledger),
  };
};

type StoreApplicationOutcome =
  | { readonly outcome: 'joined' }
  | { readonly outcome: 'already-booked'; readonly child: ChildId }
  /** The child is on the list, by this attempt or by another one. */
  | {
      readonly outcome: 'already-waiting';
      readonly child: ChildId;
      readonly existing: StoredApplication | undefined;
    }
  /** The attempt joined before, and its application is not on the list any more (BOK-53). */
  | { readonly outcome: 'joined-before' }
  /** The family has made as many changes in this hour as it may. */
  | { readonly outcome: 'limited' }
  /** There are places for all children. */
  | { readonly outcome: 'places-open' }
  /** The class or its calendar was changed since it was read: it may open later. */
  | { readonly outcome: 'again' }
  | { readonly outcome: 'no-child' | 'no-ledger' | 'gone' | 'busy' };

const isNotBooked = (
  table: Table,
  { time_slot_id, parent_id }: StoredApplication,
  child_id: ChildId,
): Write => checkWrite(table, bookingRef({ time_slot_id, parent_id, child_id }).key, { if: isNew });

interface ApplicationToStore {
  readonly application: StoredApplication;
  readonly slot: TimeSlot;
  readonly ledger: FamilyLedger;
  /** Whether the application counts among the family's changes of the hour. */
  readonly isCounted: boolean;
}

const changeOf = ({ application, isCounted }: ApplicationToStore) => ({
  attempt: application.idempotency_key,
  at: application.since,
  isCounted,
});

// In the order in which `readRefusals` takes them.
const writesOf = (table: Table, joining: ApplicationToStore): Write[] => {
  const { application, slot, ledger } = joining;
  return [
    slotListUpdate(table, application, {
      add: { waiting: 1 },
      if: {
        closed: absent,
        calendar_version: slot.calendar_version,
        max_capacity: slot.max_capacity,
        current_bookings: above(slot.max_capacity - application.child_ids.length),
      },
    }),
    changeUpdate(table, application.parent_id, changeOf(joining), ledger),
    ...application.child_ids.map((child) => isNotBooked(table, application, child)),
    ...applicationPuts(table, application),
    ...application.child_ids.map((child) => childIsStored(table, application.parent_id, child)),
  ];
};

const findChild = (
  { child_ids }: StoredApplication,
  refusals: readonly (Refusal | undefined)[],
): { readonly child: ChildId; readonly refusal: Refusal } | undefined =>
  child_ids.flatMap((child, index) => {
    const refusal = refusals[index];
    return refusal ? [{ child, refusal }] : [];
  })[0];

// @returns the ledger where another change was counted meanwhile
const readLedgerRefusal = (
  { item }: Refusal,
  joining: ApplicationToStore,
): StoreApplicationOutcome | { readonly outcome: 'changed'; readonly joining: ApplicationToStore } => {
  const ledger = item && familyLedgerRef(joining.application.parent_id).fromItem(item);
  if (!ledger || ledger.closing) return { outcome: 'no-ledger' };
  if (hasEnded(ledger, joining.application.idempotency_key)) return { outcome: 'joined-before' };
  if (joining.isCounted && hasReachedChangeLimit(ledger, joining.application.since))
    return { outcome: 'limited' };
  return { outcome: 'changed', joining: { ...joining, ledger } };
};

const readRefusals = (
  joining: ApplicationToStore,
  [slot, ledger, ...ofChildren]: readonly (Refusal | undefined)[],
): StoreApplicationOutcome | { readonly outcome: 'changed'; readonly joining: ApplicationToStore } => {
  const { application } = joining;
  const count = application.child_ids.length;
  const waiting = findChild(application, ofChildren.slice(count, 2 * count));
  if (waiting) {
    const { child, refusal } = waiting;
    const existing =
      refusal.item && isApplicationItem(refusal.item)
        ? itemParser(storedApplicationSchema)(refusal.item)
        : undefined;
    return { outcome: 'already-waiting', child, existing };
  }
  const booked = findChild(application, ofChildren.slice(0, count));
  if (booked) return { outcome: 'already-booked', child: booked.child };
  if (ledger) return readLedgerRefusal(ledger, joining);
  if (findChild(application, ofChildren.slice(2 * count))) return { outcome: 'no-child' };
  if (!slot?.item || slot.item.closed) return { outcome: 'gone' };
  const present = itemParser(timeSlotSchema)(slot.item);
  if (present.calendar_version !== joining.slot.calendar_version) return { outcome: 'again' };
  if (placesLeft(present) >= count) return { outcome: 'places-open' };
  return { outcome: 'changed', joining: { ...joining, slot: present } };
};

/**
 * Puts an application at the end of the list of a slot that has too few places for its children (WAI-02), in one
 * transaction. A child that is booked, is on the list or was removed refuses it, and so does a change of the class's
 * calendar or openings since it was read.
 * @param joining.ledger as read: a family that may make no other change in the hour is refused
 */
export const storeApplication = async (
  table: Table,
  joining: ApplicationToStore,
  extraWrites: ExtraWrites,
): Promise<StoreApplicationOutcome> => {
  const result = await sendTransaction(table, [...writesOf(table, joining), ...extraWrites]);
  if (result.outcome === 'done') return { outcome: 'joined' };
  if (result.outcome === 'busy') return result;
  const refusal = readRefusals(joining, result.refusals);
  return refusal.outcome === 'changed' ? storeApplication(table, refusal.joining, extraWrites) : refusal;
};
