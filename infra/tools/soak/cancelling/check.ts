import { listBookingsOfSlot, type StoredBooking } from '#functions/booking/bookings';
import { listEndedBookings, type StoredEndedBooking } from '#functions/booking/ended-bookings';
import { type FamilyLedger, familyLedgerRef } from '#functions/ledger/ledger';
import { getItem } from '#functions/lib/dynamo/reads';
import type { MessageSystem } from '#infra/testing/services/message-system';
import type { ManagedClass } from '#shared/classes/class-input';
import type { Family } from '#shared/families/family';
import { type LedgerEntry, ledgerEntryKey, ledgerEntrySchema } from '#shared/ledger/entry';
import type { SlotId } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import type { SessionChange, TimeSlot } from '#shared/sessions/slot';

type MoneyRule =
  | 'a booking is live or ended'
  | 'the charged sum is that of the bookings'
  | 'the credited sum is that of the entries'
  | 'credits never exceed their charge';

/** What is stored of a family's money. */
interface FamilyMoney {
  readonly ledger: FamilyLedger | undefined;
  readonly live: readonly StoredBooking[];
  readonly ended: readonly StoredEndedBooking[];
  /** The amounts of credits, 0 for a reversed one, by the key of the credit. */
  readonly net: ReadonlyMap<string, number>;
}

/** The violated rules about a family's bookings and money, for endings of every kind (END-02, PAY-14). */
const moneyViolations = ({ ledger, live, ended, net }: FamilyMoney): MoneyRule[] => {
  const bookings = [...live, ...ended];
  const endings = new Map(ended.map((record) => [record.id, Number(record.ended.credit)]));
  const creditsOf = (id: string): number =>
    sum([...net].flatMap(([key, amount]) => (key.startsWith(`SESSION#${id}#`) ? [amount] : [])));
  const invariants: readonly (readonly [MoneyRule, boolean])[] = [
    ['a booking is live or ended', new Set(bookings.map(({ id }) => id)).size === bookings.length],
    [
      'the charged sum is that of the bookings',
      ledger?.charged === sum(bookings.map(({ amount }) => amount)),
    ],
    [
      'the credited sum is that of the entries',
      ledger?.credited === sum([...net.values(), ...endings.values()]),
    ],
    [
      'credits never exceed their charge',
      bookings.every(({ id, amount }) => creditsOf(id) + (endings.get(id) ?? 0) <= amount),
    ],
  ];
  return invariants.flatMap(([rule, holds]) => (holds ? [] : [rule]));
};

type Cancelled = Extract<SessionChange, { state: 'cancelled' }>;

export type CancellingRule =
  | 'places are the bookings'
  | MoneyRule
  | 'a session is credited once, while it is cancelled'
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
interface ChargedSessions extends Pick<StoredBooking, 'id' | 'parent_id' | 'is_trial'> {
  /** With the slot that each one was agreed in. */
  readonly agreed: readonly {
    readonly date: CalendarDate;
    readonly slot_id: SlotId;
    readonly value: number;
  }[];
  /** What was cancelled before is not told. Of another slot, for a booking that moved. */
  readonly calendar_version: number;
  readonly time_slot_id: SlotId;
  /** Within the class. */
  readonly hasMoved: boolean;
}

/** Cents of an amount for each of some sessions: the first ones have one more (BOK-55). */
const shareOf = (amount: number, count: number, index: number): number =>
  Math.floor(amount / count) + (index < amount % count ? 1 : 0);

const chargesOf = (booking: StoredBooking): ChargedSessions[] => {
  const { amount, dates, time_slot_id, earlier_slots = {}, trial_session: trial } = booking;
  const agreedIn = (date: CalendarDate) => earlier_slots[date] ?? time_slot_id;
  const agreed = dates.map((date, index) => ({
    date,
    slot_id: agreedIn(date),
    value: shareOf(amount, dates.length, index),
  }));
  const own = { ...booking, agreed, hasMoved: booking.last_move !== undefined };
  if (!trial) return [own];
  const { booking_id: id, date, calendar_version } = trial;
  const session = { date, slot_id: agreedIn(date), value: trial.amount };
  return [own, { ...own, id, calendar_version, agreed: [session] }];
};

/**
 * The cancellations of an agreed session and of its make-up sessions, one after the other. They are found from the stored
 * changes, without the rules of the product.
 */
const cancellationsOf = (
  { session_changes }: ManagedClass,
  { slot_id, date: agreed }: ChargedSessions['agreed'][number],
): Cancelled[] => {
  const found: Cancelled[] = [];
  let next: CalendarDate | undefined = agreed;
  while (next !== undefined) {
    const date: CalendarDate = next;
    const change: SessionChange | undefined = session_changes.find(
      (one) => one.slot_id === slot_id && one.date === date,
    );
    if (change?.state !== 'cancelled' || found.includes(change)) return found;
    found.push(change);
    next = change.remedy.kind === 'make-up' ? change.remedy.date : undefined;
  }
  return found;
};

/** Reads what is stored after all work is done, and returns the rules that it violates (CAN-06 to CAN-11, JOB-03). */
export const violationsOf = async (
  system: MessageSystem,
  { cls, other }: { readonly cls: ManagedClass; readonly other: ManagedClass },
  families: readonly Family[],
): Promise<CancellingRule[]> => {
  const { table } = system;
  const rosterOf = (slot: TimeSlot) => listBookingsOfSlot(table, slot.id, { consistent: true });
  const bookings = (await Promise.all(cls.time_slots.map(rosterOf))).flat();
  const elsewhere = (await Promise.all(other.time_slots.map(rosterOf))).flat();
  const charges = bookings.flatMap(chargesOf);
  const items = await system.items();
  const cancelled = cls.session_changes.flatMap((change) => (change.state === 'cancelled' ? [change] : []));
  const broken: CancellingRule[] = [];
  const check = (holds: boolean, invariant: CancellingRule) => {
    if (!holds) broken.push(invariant);
  };
  for (const { id, current_bookings } of [...cls.time_slots, ...other.time_slots]) {
    const booked = [...bookings, ...elsewhere].filter(({ time_slot_id }) => time_slot_id === id);
    check(current_bookings === booked.length, 'places are the bookings');
  }
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
      for (const session of charge.agreed) {
        const { date, slot_id, value } = session;
        const inForce = cancellationsOf(cls, session);
        const given = inForce.map(({ calendar_version }) => {
          const key = ledgerEntryKey({
            type: 'session',
            booking_id: charge.id,
            date,
            slot_id,
            calendar_version,
          });
          causes.add(key);
          return net.get(key) ?? 0;
        });
        const isDue = !charge.is_trial && inForce.at(-1)?.remedy.kind === 'credit';
        const credited = sum(given);
        const mayBe = !charge.is_trial && inForce.length > 0;
        // A move gives the booking other sessions, which may be worth more or less.
        const isValue = credited === value || (charge.hasMoved && credited > 0);
        const holds = (mayBe && isValue) || (credited === 0 && !isDue);
        check(holds, 'a session is credited once, while it is cancelled');
      }
      for (const [key, amount] of net)
        if (key.startsWith(`SESSION#${charge.id}#`) && !causes.has(key))
          check(amount === 0, 'a session that was brought back has no credit');
    }
  }
  for (const { is_trial, time_slot_id, dates } of bookings)
    check(
      !is_trial || !cancelled.some(({ slot_id, date }) => slot_id === time_slot_id && date === dates[0]),
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
  const isTold = (parentId: string, { slot_id, date, calendar_version }: Cancelled): boolean => {
    const cancellation = items.find(
      ({ entity, SK }) => entity === 'cancellation' && SK === `${slot_id}#${date}#${calendar_version}`,
    );
    return items.some(
      ({ PK, entity, id }) =>
        entity === 'recipient' && PK === `MESSAGE#${cancellation?.message_id}` && id === parentId,
    );
  };
  for (const charge of charges)
    for (const session of charge.agreed)
      for (const change of cancellationsOf(cls, session)) {
        const hadIt =
          charge.time_slot_id !== session.slot_id || charge.calendar_version < change.calendar_version;
        if (hadIt)
          check(isTold(charge.parent_id, change), 'every family of a cancelled session is a recipient');
      }
  return [...new Set(broken)];
};
