import { familyAccountRef } from '#functions/data/accounts/family-account';
import { listBookingsOfSlot, type StoredBooking } from '#functions/data/bookings/bookings';
import { getItem } from '#functions/data/dynamo/get-item';
import type { MessageSystem } from '#infra/testing/services/message-system';
import { accountEntryKey } from '#shared/domain/account-entry-key';
import { type AccountEntry, accountEntrySchema } from '#shared/schemas/account-entry';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { Family } from '#shared/schemas/profile';
import type { SessionChange } from '#shared/schemas/session';

type Cancelled = Extract<SessionChange, { state: 'cancelled' }>;

export type CancellingRule =
  | 'places are the bookings'
  | 'the credited sum is that of the entries'
  | 'a credit is given once for each booking and cancellation'
  | 'a session that was brought back has no credit'
  | 'no trial is in a cancelled session'
  | 'an email is sent once'
  | 'every message is done'
  | 'every family of a cancelled session is a recipient';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Credits less what took them back, by the key of the credit. */
const netOf = (entries: readonly AccountEntry[]): ReadonlyMap<string, number> => {
  const net = new Map<string, number>();
  const add = (key: string, amount: number) => net.set(key, (net.get(key) ?? 0) + amount);
  for (const { kind, cause, amount } of entries) {
    if (kind === 'credit') add(accountEntryKey(cause), amount);
    if (kind === 'counter') add(cause.entry, -amount);
  }
  return net;
};

/** What the credits of a booking must come to, by the calendar alone: null where an administrator decides. */
const expectedCredit = (booking: StoredBooking, change: Cancelled): number | null => {
  const isIn = booking.dates.includes(change.date) && booking.calendar_version < change.calendar_version;
  if (!isIn || booking.is_trial) return 0;
  // All sessions of the sample class have one price.
  if (change.remedy.kind === 'credit') return booking.amount / booking.dates.length;
  return null;
};

/** Reads everything when nothing is left to do, and names the promises that are broken (CAN-06 to CAN-11, JOB-03). */
export const violationsOf = async (
  system: MessageSystem,
  cls: ManagedClass,
  families: readonly Family[],
): Promise<CancellingRule[]> => {
  const { table } = system;
  const [slot] = cls.time_slots;
  if (!slot) throw new Error('The class has a slot');
  const bookings = await listBookingsOfSlot(table, slot.id, { consistent: true });
  const items = await system.items();
  const cancelled = cls.session_changes.flatMap((change) => (change.state === 'cancelled' ? [change] : []));
  const broken: CancellingRule[] = [];
  const check = (holds: boolean, promise: CancellingRule) => {
    if (!holds) broken.push(promise);
  };
  check(slot.current_bookings === bookings.length, 'places are the bookings');
  for (const { profile } of families) {
    const entries = items
      .filter(({ PK }) => PK === `ENTRIES#${profile.id}`)
      .map((item) => accountEntrySchema.parse(item));
    const net = netOf(entries);
    const account = await getItem(table, familyAccountRef(profile.id));
    check(account?.credited === sum([...net.values()]), 'the credited sum is that of the entries');
    for (const booking of bookings.filter(({ parent_id }) => parent_id === profile.id)) {
      const causes = new Set<string>();
      for (const change of cancelled) {
        const { date, calendar_version } = change;
        const key = accountEntryKey({ type: 'session', booking_id: booking.id, date, calendar_version });
        causes.add(key);
        const expected = expectedCredit(booking, change);
        const given = net.get(key) ?? 0;
        const worth = booking.amount / booking.dates.length;
        const holds = expected === null ? [0, worth].includes(given) : [expected].includes(given);
        check(holds, 'a credit is given once for each booking and cancellation');
      }
      for (const [key, amount] of net)
        if (key.startsWith(`SESSION#${booking.id}#`) && !causes.has(key))
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
  for (const booking of bookings)
    for (const change of cancelled)
      if (booking.dates.includes(change.date) && booking.calendar_version < change.calendar_version)
        check(isTold(booking.parent_id, change), 'every family of a cancelled session is a recipient');
  return [...new Set(broken)];
};
