import type { StoredBooking } from '#functions/booking/bookings';
import type { SampleFamily } from '#infra/testing/samples/samples';
import type { MessageSystem } from '#infra/testing/services/message-system';
import type { ManagedClass } from '#shared/classes/managed-class';
import { ledgerEntryKey } from '#shared/ledger/entry';
import type { FamilyId, SlotId } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import type { SessionChange } from '#shared/sessions/slot';
import {
  brokenByMoney,
  brokenBySlot,
  effectiveEntries,
  type MoneyRule,
  readMoney,
  readSlot,
  type SlotRule,
} from '../recount.ts';

type Cancelled = Extract<SessionChange, { state: 'cancelled' }>;

export type CancellingRule =
  | SlotRule
  | MoneyRule
  | 'a session is credited once, while it is cancelled'
  | 'a session that was brought back has no credit'
  | 'no trial is in a cancelled session'
  | 'an email is sent once'
  | 'every message is done'
  | 'every family of a cancelled session is a recipient';

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
  families: readonly SampleFamily[],
): Promise<CancellingRule[]> => {
  const { table } = system;
  const slots = await Promise.all(
    [...cls.time_slots, ...other.time_slots].map((slot) => readSlot(table, slot)),
  );
  const bookings = slots.flatMap((slot) => slot.bookings).filter(({ class_id }) => class_id === cls.id);
  const charges = bookings.flatMap(chargesOf);
  const items = await system.items();
  const cancelled = cls.session_changes.flatMap((change) => (change.state === 'cancelled' ? [change] : []));
  const broken: CancellingRule[] = [];
  const check = (holds: boolean, invariant: CancellingRule) => {
    if (!holds) broken.push(invariant);
  };
  for (const slot of slots) broken.push(...brokenBySlot(slot).map(({ rule }) => rule));
  const accounts = await readMoney(
    table,
    families.map(({ id }) => id),
  );
  for (const account of accounts) {
    broken.push(...brokenByMoney(account, slots).map(({ rule }) => rule));
    const credits = effectiveEntries(account.entries).filter(({ kind }) => kind === 'credit');
    const net = new Map(credits.map(({ cause, amount }) => [ledgerEntryKey(cause), Number(amount)]));
    for (const charge of charges.filter(({ parent_id }) => parent_id === account.parent)) {
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
      for (const key of net.keys())
        check(
          !key.startsWith(`SESSION#${charge.id}#`) || causes.has(key),
          'a session that was brought back has no credit',
        );
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
  const isTold = (parentId: FamilyId, { slot_id, date, calendar_version }: Cancelled): boolean => {
    const holder = families.find(({ id }) => id === parentId)?.profile.id;
    const cancellation = items.find(
      ({ entity, SK }) => entity === 'cancellation' && SK === `${slot_id}#${date}#${calendar_version}`,
    );
    return items.some(
      ({ PK, entity, id }) =>
        entity === 'recipient' && PK === `MESSAGE#${cancellation?.message_id}` && id === holder,
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
