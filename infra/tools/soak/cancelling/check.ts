import { listBookingsOfSlot, type StoredBooking } from '#functions/data/bookings/bookings';
import { listEndedBookings } from '#functions/data/bookings/ended-bookings';
import { getItem } from '#functions/data/dynamo/get-item';
import { familyLedgerRef } from '#functions/data/ledger/family-ledger';
import type { MessageSystem } from '#infra/testing/services/message-system';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import type { ManagedClass } from '#shared/schemas/class-input';
import { type LedgerEntry, ledgerEntrySchema } from '#shared/schemas/ledger-entry';
import type { Family } from '#shared/schemas/profile';
import type { SessionChange } from '#shared/schemas/session';
import type { CalendarDate } from '#shared/schemas/values';
import { type MoneyRule, moneyViolations } from './check-money.ts';

type Cancelled = Extract<SessionChange, { state: 'cancelled' }>;

export type CancellingRule =
  | 'places are the bookings'
  | MoneyRule
  | 'a credit is given once for each booking and cancellation'
  | 'a session that was brought back has no credit'
  | 'no trial is in a cancelled session'
  | 'an email is sent once'
  | 'every message is done'
  | 'every family of a cancelled session is a recipient';

/** Credits less what took them back, by the key of the credit. */
const netOf = (entries: readonly LedgerEntry[]): ReadonlyMap<string, number> => {
  const net = new Map<string, number>();
  const add = (key: string, amount: number) => net.set(key, (net.get(key) ?? 0) + amount);
  for (const { kind, cause, amount } of entries) {
    if (kind === 'credit') add(ledgerEntryKey(cause), amount);
    if (kind === 'counter') add(cause.entry, -amount);
  }
  return net;
};

/** The sessions of one charge: those of a booking, or that of the trial that it kept. */
interface ChargedSessions extends Pick<StoredBooking, 'id' | 'parent_id' | 'is_trial' | 'calendar_version'> {
  readonly dates: readonly CalendarDate[];
  /** All sessions of the sample class have one price. */
  readonly worth: number;
}

const chargesOf = (booking: StoredBooking): ChargedSessions[] => {
  const { amount, dates, trial_session: trial } = booking;
  const own = { ...booking, worth: amount / dates.length };
  if (!trial) return [own];
  const { booking_id: id, date, calendar_version } = trial;
  return [own, { ...booking, id, calendar_version, dates: [date], worth: trial.amount }];
};

const isIn = ({ dates, calendar_version }: ChargedSessions, change: Cancelled): boolean =>
  dates.includes(change.date) && calendar_version < change.calendar_version;

/** The credit of a charge that the calendar requires; null if an administrator decides. */
const expectedCredit = (charge: ChargedSessions, change: Cancelled): number | null => {
  if (!isIn(charge, change) || charge.is_trial) return 0;
  return change.remedy.kind === 'credit' ? charge.worth : null;
};

/** Reads what is stored after all work is done, and returns the rules that it violates (CAN-06 to CAN-11, JOB-03). */
export const violationsOf = async (
  system: MessageSystem,
  { cls, other }: { readonly cls: ManagedClass; readonly other: ManagedClass },
  families: readonly Family[],
): Promise<CancellingRule[]> => {
  const { table } = system;
  const [slot] = cls.time_slots;
  const [otherSlot] = other.time_slots;
  if (!slot || !otherSlot) throw new Error('The classes have a slot');
  const bookings = await listBookingsOfSlot(table, slot.id, { consistent: true });
  const elsewhere = await listBookingsOfSlot(table, otherSlot.id, { consistent: true });
  const charges = bookings.flatMap(chargesOf);
  const items = await system.items();
  const cancelled = cls.session_changes.flatMap((change) => (change.state === 'cancelled' ? [change] : []));
  const broken: CancellingRule[] = [];
  const check = (holds: boolean, invariant: CancellingRule) => {
    if (!holds) broken.push(invariant);
  };
  check(slot.current_bookings === bookings.length, 'places are the bookings');
  check(otherSlot.current_bookings === elsewhere.length, 'places are the bookings');
  for (const { profile } of families) {
    const entries = items
      .filter(({ PK }) => PK === `ENTRIES#${profile.id}`)
      .map((item) => ledgerEntrySchema.parse(item));
    const net = netOf(entries);
    const ledger = await getItem(table, familyLedgerRef(profile.id));
    const live = [...bookings, ...elsewhere].filter(({ parent_id }) => parent_id === profile.id);
    const ended = await listEndedBookings(table, profile.id);
    broken.push(...moneyViolations({ ledger, live, ended, net }));
    for (const charge of charges.filter(({ parent_id }) => parent_id === profile.id)) {
      const causes = new Set<string>();
      for (const change of cancelled) {
        const { date, calendar_version } = change;
        const key = ledgerEntryKey({ type: 'session', booking_id: charge.id, date, calendar_version });
        causes.add(key);
        const expected = expectedCredit(charge, change);
        const given = net.get(key) ?? 0;
        const holds = expected === null ? [0, charge.worth].includes(given) : [expected].includes(given);
        check(holds, 'a credit is given once for each booking and cancellation');
      }
      for (const [key, amount] of net)
        if (key.startsWith(`SESSION#${charge.id}#`) && !causes.has(key))
          check(amount === 0, 'a session that was brought back has no credit');
    }
  }
  for (const { is_trial, dates } of bookings)
    check(
      !is_trial || !cancelled.some(({ date }) => date === dates[0]),
      'no trial is in a cancelled session',
    );
  const sent = new Map<string, number>();
  for (const { tags, isAccepted } of system.mails) {
    const key = `${tags.message} ${tags.recipient}`;
    if (isAccepted) sent.set(key, (sent.get(key) ?? 0) + 1);
  }
  check(
    [...sent.values()].every((times) => times === 1),
    'an email is sent once',
  );
  const messages = items.filter(({ entity }) => entity === 'message');
  check(
    messages.every(({ state }) => state === 'done'),
    'every message is done',
  );
  const isTold = (parentId: string, { date, calendar_version }: Cancelled): boolean => {
    const cancellation = items.find(
      ({ entity, SK }) => entity === 'cancellation' && SK === `${slot.id}#${date}#${calendar_version}`,
    );
    return items.some(
      ({ PK, entity, id }) =>
        entity === 'recipient' && PK === `MESSAGE#${cancellation?.message_id}` && id === parentId,
    );
  };
  for (const charge of charges)
    for (const change of cancelled)
      if (isIn(charge, change))
        check(isTold(charge.parent_id, change), 'every family of a cancelled session is a recipient');
  return [...new Set(broken)];
};
