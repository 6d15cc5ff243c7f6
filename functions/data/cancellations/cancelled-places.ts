import { ageOn } from '#shared/domain/children/age';
import { bookedPart } from '#shared/domain/sessions/session-changes';
import type { Child } from '#shared/schemas/child';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { Remedy } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate, Cents } from '#shared/schemas/values';
import { listBookingsOfSlots, type StoredBooking } from '../bookings/bookings.ts';
import { cancellationMark } from '../bookings/move-trial.ts';
import { slotIn } from '../classes/change-sessions.ts';
import { getManagedClass } from '../classes/managed-classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { childRef } from '../families/children.ts';
import type { Table } from '../table.ts';
import type { StoredCancellation } from './cancellations.ts';
import { bookingsInCancelled, changeOf } from './settle-cancellation.ts';

/** What a child gets for a cancelled session. */
export type PlaceOutcome =
  | { readonly kind: 'make-up' | 'moved'; readonly date: CalendarDate }
  | { readonly kind: 'credit' | 'ended'; readonly amount: Cents }
  | { readonly kind: 'later' };

/** A child's place in a cancelled session, and what it gets instead. */
export interface CancelledPlace {
  readonly parentId: UserId;
  readonly child: string;
  /** In years: that of the booking, or of a trial that ended on the day of the session. */
  readonly age: number;
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
  readonly outcome: PlaceOutcome;
}

const outcomeOf = (
  booking: StoredBooking,
  remedy: Remedy,
  { cls, slot, date }: { readonly cls: ManagedClass; readonly slot: TimeSlot; readonly date: CalendarDate },
): PlaceOutcome => {
  if (remedy.kind !== 'credit') return remedy;
  const part = bookedPart(cls, slot, booking, date);
  return part ? { kind: 'credit', amount: part.value } : { kind: 'later' };
};

/** The children whose bookings are gone; none for one that was removed. */
const readEnded = async (
  table: Table,
  { ended_trials }: StoredCancellation,
): Promise<(id: ChildId) => Child | undefined> => {
  const refs = new Map(
    ended_trials.map(({ parent_id, child_id }) => [child_id, childRef(parent_id, child_id)] as const),
  );
  if (refs.size === 0) return () => undefined;
  const read = await batchRead(table, [...refs.values()], { consistent: false });
  return (id) => {
    const ref = refs.get(id);
    return ref && read(ref);
  };
};

/** A session that is cancelled, with what families get for it. */
export interface CancelledSession {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
  readonly remedy: Remedy;
}

/** The session of a cancellation; undefined where it was brought back. One read of the class. */
export const readCancelledSession = async (
  table: Table,
  cancellation: StoredCancellation,
): Promise<CancelledSession | undefined> => {
  const cls = await getManagedClass(table, cancellation.class_id);
  const slot = cls && slotIn(cls, cancellation.slot_id);
  const change = cls && changeOf(cls, cancellation);
  if (!cls || !slot || !change) return undefined;
  return { cls, slot, date: cancellation.date, remedy: change.remedy };
};

/**
 * The places in a session that is cancelled and settled: of bookings that are still live, of trials that it moved, and of
 * trials that it ended. One Query of each slot.
 */
export const listCancelledPlaces = async (
  table: Table,
  cancellation: StoredCancellation,
  { cls, slot, date, remedy }: CancelledSession,
): Promise<CancelledPlace[]> => {
  const session = { cls, slot, date };
  const bookings = await listBookingsOfSlots(table, cls.time_slots);
  const inSession = bookingsInCancelled(bookings, cls, cancellation).map((booking) => ({
    booking,
    outcome: outcomeOf(booking, remedy, session),
  }));
  const mark = cancellationMark(cancellation);
  const moved = bookings.flatMap((booking) =>
    booking.time_slot_id === slot.id && booking.moved_by === mark && booking.dates[0]
      ? [{ booking, outcome: { kind: 'moved', date: booking.dates[0] } as const }]
      : [],
  );
  const childOf = await readEnded(table, cancellation);
  return [
    ...[...inSession, ...moved].map(({ booking: { parent_id, child_name, child_age }, outcome }) => ({
      ...{ ...session, parentId: parent_id, child: child_name, age: child_age, outcome },
    })),
    ...cancellation.ended_trials.flatMap(({ parent_id, child_id, amount }) => {
      const child = childOf(child_id);
      const outcome = { kind: 'ended', amount } as const;
      if (!child) return [];
      const age = ageOn(child.date_of_birth, date);
      return [{ ...session, parentId: parent_id, child: child.name, age, outcome }];
    }),
  ];
};
