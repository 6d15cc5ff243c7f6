import type { TrialSession } from '#shared/booking/booking';
import { sessionsLeftValue, upgradedTrial } from '#shared/booking/endings';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { LedgerEntryCause } from '#shared/ledger/entry';
import { businessMoment } from '#shared/lib/business-time';
import type { UserId } from '#shared/lib/ids';
import { type Cents, centsSchema, instantOf } from '#shared/lib/values';
import { endsWithoutCredit } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { bookingCredit } from '../booking/booking-changes.ts';
import { listBookingsOfSlot } from '../booking/bookings.ts';
import { endBooking, type LiveBookingItems } from '../booking/end-booking.ts';
import type { StoredEndedBooking } from '../booking/ended-bookings.ts';
import { plannedDeletes } from '../classes/drafts.ts';
import { entryWrites, ledgerEntryRef } from '../ledger/entries.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { absent, deleteWrite, exists, updateWrite } from '../lib/dynamo/expressions.ts';
import { classKey, slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { deleteCancellations } from '../sessions/cancellations.ts';
import { closeList } from '../waiting/ask-list.ts';

/** The trial ended without a credit. */
const causeOfTrialCredit = ({ booking_id }: TrialSession) =>
  ({ type: 'ending', booking_id }) as const satisfies LedgerEntryCause;

/**
 * The trial's place was kept, and its session is deleted before it is held or credited (END-10). Idempotent; one transaction at
 * most.
 * @throws ContentionError where contention persisted
 */
export const creditTrialSession = async (
  { table, clock, timeZone }: TimedDeps,
  parts: Omit<LiveBookingItems, 'ledger'>,
  madeBy: UserId | null,
): Promise<void> => {
  const { booking, cls } = parts;
  const { trial_session } = booking;
  const trial = upgradedTrial(parts, timeZone);
  if (!trial_session || !trial) return;
  const { now, today } = businessMoment(clock(), timeZone);
  const amount = sessionsLeftValue(trial, instantOf(now));
  if (amount === 0) return;
  const { id, class_type, venue } = cls;
  const { outcome } = await sendTransaction(table, [
    bookingCredit(table, booking, { date: trial_session.date, amount }),
    ...entryWrites(
      table,
      booking.parent_id,
      {
        kind: 'credit',
        cause: causeOfTrialCredit(trial_session),
        class: { id, class_type, venue },
        amount,
        day: today,
        recorded_at: instantOf(now),
        made_by: madeBy,
      },
      { id: trial_session.booking_id, due_dates: trial_session.due_dates },
    ),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on a credit persisted');
};

export const getTrialCredit = async (
  table: Table,
  { parent_id, trial_session }: Pick<StoredEndedBooking, 'parent_id' | 'trial_session'>,
): Promise<Cents> => {
  const entry =
    trial_session && (await getItem(table, ledgerEntryRef(parent_id, causeOfTrialCredit(trial_session))));
  return entry?.amount ?? centsSchema.parse(0);
};

/** Nobody can book, change or see the class. Refused where the class changed, since a new slot would stay open. */
export const beginClassDeletion = (
  table: Table,
  { id, version, time_slots, planned_from }: ManagedClass,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    updateWrite(table, classKey(id), {
      set: { deleting: true, version: version + 1 },
      if: { version, deleting: absent },
    }),
    ...time_slots.map((slot) =>
      updateWrite(table, slotKey(id, slot.id), { set: { closed: true }, if: exists }),
    ),
    ...plannedDeletes(table, { planned_from }),
    ...extraWrites,
  ]);

/** Ends the bookings of a closed slot, to which none is added any more. @throws ContentionError where contention persisted */
const endRoster = async (
  deps: TimedDeps,
  cls: ManagedClass,
  slot: TimeSlot,
  madeBy: UserId | null,
): Promise<void> => {
  // A class that is over is deleted without credits (END-10).
  const withoutCredit = endsWithoutCredit(cls, businessMoment(deps.clock(), deps.timeZone));
  const bookings = await listBookingsOfSlot(deps.table, slot.id, { consistent: true });
  // In series, since all of them write the slot.
  for (const booking of bookings) {
    const parts = { booking, cls, slot, earlier_slots: cls.time_slots };
    if (!withoutCredit) await creditTrialSession(deps, parts, madeBy);
    const { outcome } = await endBooking(deps, booking, {
      ending: { reason: 'class-deleted' },
      withoutCredit,
      by: 'admin',
      made_by: madeBy ?? undefined,
      tell: false,
    });
    if (outcome === 'busy') throw new ContentionError('Contention on a slot that is being deleted persisted');
  }
};

/**
 * The class is deleted last, so that an interrupted deletion can be found and run again.
 * @param madeBy the administrator, if known
 * @throws ContentionError where contention persisted
 */
export const finishClassDeletion = async (
  deps: TimedDeps,
  cls: ManagedClass,
  madeBy: UserId | null,
): Promise<void> => {
  const { table } = deps;
  for (const slot of cls.time_slots) {
    if (slot.waiting !== undefined) await closeList(table, { cls, slot }, deps.clock());
    await endRoster(deps, cls, slot, madeBy);
  }
  await deleteCancellations(table, cls.id);
  const keys = [...cls.time_slots.map((slot) => slotKey(cls.id, slot.id)), classKey(cls.id)];
  const { outcome } = await sendTransaction(
    table,
    keys.map((Key) => deleteWrite(table, Key)),
  );
  if (outcome !== 'done') throw new ContentionError('Contention on a class that is being deleted persisted');
};
