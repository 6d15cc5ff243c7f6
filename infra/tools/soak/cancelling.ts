import { randomUUID } from 'node:crypto';
import type { StoredBooking } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { endedBookingEntity } from '#functions/booking/ended-bookings';
import { getManagedClass } from '#functions/classes/classes';
import { entityAttribute } from '#functions/lib/dynamo/items';
import {
  failing,
  type Interceptor,
  inWrite,
  lost,
  type TableRequest,
  textOf,
  unconditional,
  withPart,
  withWrites,
  writesOf,
} from '#infra/testing/mutants/mutant';
import { type Random, randomFrom } from '#infra/testing/random';
import { at, type SampleFamily, sampleClass } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, moveOnTerms } from '#infra/testing/services/cancellation-steps';
import { type MessageSystem, messageSteps } from '#infra/testing/services/message-system';
import { startSystem } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import { ledgerEntryKey } from '#shared/ledger/entry';
import { businessMoment } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import type { FamilyId, SlotId } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { hasBegun, sessionsOf } from '#shared/sessions/sessions';
import type { Remedy, SessionChange } from '#shared/sessions/slot';
import { actOf, breaking, type Run, type RunOptions, type Theme, violationsOf } from './driver.ts';
import { brokenByMoney, brokenBySlot, effectiveEntries, readMoney, readSlot } from './recount.ts';

type Call = () => Promise<unknown>;
type EndStep = (booking: StoredBooking) => Promise<unknown>;

const moveTo =
  ({ deps }: MessageSystem, { id: class_id, time_slots }: FootballClass): EndStep =>
  (booking) => {
    const others = time_slots.filter(({ id }) => id !== booking.time_slot_id);
    return moveOnTerms(booking, { class_id, time_slot_id: at(others, 0).id }, deps);
  };

/** The ways in which bookings leave a slot beside cancelled sessions: by the family, by an administrator, by a move. */
const endSteps = (
  system: MessageSystem,
  { cls, other }: { readonly cls: FootballClass; readonly other: FootballClass },
): readonly EndStep[] => {
  const end =
    (request: Parameters<typeof endBooking>[2]): EndStep =>
    (booking) =>
      endBooking(system.deps, booking, request);
  return [
    end({ ending: { reason: 'cancelled' }, by: 'parent', tell: false }),
    end({ ending: { reason: 'removed', credit: 'sessions' }, by: 'admin', tell: false }),
    end({ ending: { reason: 'removed', credit: 'charge' }, by: 'admin', tell: false }),
    moveTo(system, other),
    // These leave the booking in the class, in another slot.
    moveTo(system, cls),
    moveTo(system, cls),
  ];
};

const families = 3;
const actions = 14;
/** Rounds of timer and messenger after which nothing may be left to do. */
const quietRounds = 5;
const fiveMinutesMs = 300_000;

/** Gives the messenger's lease to a second run while the first one still sends, as after a pause of the first. */
const overtaking =
  ({ chance }: Random): Interceptor =>
  ({ input }, forward) => {
    const { ConditionExpression, ExpressionAttributeValues: values } = Object(input);
    const isLease = String(ConditionExpression).includes('#held_until <= :if_held_until');
    if (!isLease || !chance(0.5)) return forward(input);
    const now = values[':if_held_until'] + 3_600;
    return forward({ ...input, ExpressionAttributeValues: { ...values, ':if_held_until': now } });
  };

type Cancelled = Extract<SessionChange, { state: 'cancelled' }>;

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

/** Found from the stored changes, without the rules of the product: a make-up session may be cancelled, too. */
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

const check = async (
  system: MessageSystem,
  { cls, other }: { readonly cls: ManagedClass; readonly other: ManagedClass },
  families: readonly SampleFamily[],
) => {
  const { table } = system;
  const slots = await Promise.all(
    [...cls.time_slots, ...other.time_slots].map((slot) => readSlot(table, slot)),
  );
  const bookings = slots.flatMap((slot) => slot.bookings).filter(({ class_id }) => class_id === cls.id);
  const charges = bookings.flatMap(chargesOf);
  const items = await system.items();
  const cancelled = cls.session_changes.flatMap((change) => (change.state === 'cancelled' ? [change] : []));
  const rules: (readonly [rule: string, holds: boolean])[] = [];
  const accounts = await readMoney(
    table,
    families.map(({ id }) => id),
  );
  for (const account of accounts) {
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
        rules.push(['a session is credited once, while it is cancelled', holds]);
      }
      for (const key of net.keys())
        rules.push([
          'a session that was brought back has no credit',
          !key.startsWith(`SESSION#${charge.id}#`) || causes.has(key),
        ]);
    }
  }
  for (const { is_trial, time_slot_id, dates } of bookings)
    rules.push([
      'no trial is in a cancelled session',
      !is_trial || !cancelled.some(({ slot_id, date }) => slot_id === time_slot_id && date === dates[0]),
    ]);
  const sent = new Map<string, number>();
  for (const { tags, isAccepted } of system.mails) {
    const key = `${tags.message} ${tags.recipient}`;
    if (isAccepted) sent.set(key, (sent.get(key) ?? 0) + 1);
  }
  rules.push(['an email is sent once', [...sent.values()].every((times) => times === 1)]);
  const messages = items.filter(({ entity }) => entity === 'message');
  rules.push(['every message is done', messages.every(({ state }) => state === 'done')]);
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
          rules.push([
            'every family of a cancelled session is a recipient',
            isTold(charge.parent_id, change),
          ]);
      }
  return [
    ...violationsOf(rules),
    ...slots.flatMap(brokenBySlot),
    ...accounts.flatMap((account) => brokenByMoney(account, slots)),
  ];
};

/** Acts in an order that a seed determines, while API, messenger and timer end at any request, overlap and are repeated. */
const begin = async (system: MessageSystem, { seed, mutant, note }: RunOptions): Promise<Run> => {
  await system.reset();
  const random = randomFrom(seed);
  const { any, chance, pick } = random;
  const { table } = system;
  const steps = cancellationSteps(() => system);
  const cls = await steps.givenClass({}, [10, 10]);
  const other = await steps.givenClass();
  const endings = endSteps(system, { cls, other });
  const members: SampleFamily[] = [];
  for (let count = 0; count < families; count += 1) members.push(await storedFamily(table));
  const present = async ({ id } = cls) => {
    const stored = await getManagedClass(table, id);
    if (!stored) throw new Error('The class is stored');
    return stored;
  };
  let makeUps = 0;
  const nextMakeUp = (): CalendarDate => {
    makeUps += 1;
    return addDays(sampleClass().end_date, 7 * makeUps);
  };
  const remedyOf = (): Remedy => {
    const kind = pick(['credit', 'make-up', 'later'] as const);
    return kind === 'make-up' ? { kind, date: nextMakeUp() } : { kind };
  };
  const sessionsIn = async (state: 'on' | 'cancelled'): Promise<SessionKey[]> => {
    const stored = await present();
    const moment = businessMoment(system.now(), system.deps.timeZone);
    return stored.time_slots.flatMap((slot) => {
      const sessions = sessionsOf(stored, slot).filter(
        (session) => session.state === state && !hasBegun(session.date, slot, moment),
      );
      const weekly = sessions.filter(({ kind }) => kind === 'weekly').slice(0, 2);
      return [...weekly, ...sessions.filter(({ kind }) => kind === 'extra')].map(({ date }) => ({
        class_id: stored.id,
        slot_id: slot.id,
        date,
      }));
    });
  };
  const bookings = async () => [...(await steps.bookingsOf(cls)), ...(await steps.bookingsOf(cls, 1))];
  const once = (kind: string, call: Call) => () =>
    call().then(
      (answer) => note(actOf(kind, answer)),
      () => note(`${kind} no answer`),
    );
  /** A call whose function may end. Its caller may try again, as a browser does. */
  const attempt = (kind: string, call: Call) => async () => {
    await once(kind, call)();
    if (chance(0.3)) await once(kind, call)();
  };
  const on =
    <Thing>(things: () => Promise<readonly Thing[]>, kind: string, callOn: (thing: Thing) => Call) =>
    async () => {
      const thing = any(await things());
      return thing && attempt(kind, callOn(thing));
    };
  const overlapping = (records: Parameters<MessageSystem['deliver']>[0], runs = 2) =>
    Promise.allSettled(Array.from({ length: runs }, () => system.deliver(records)));
  const cancelled = () => sessionsIn('cancelled');
  const draws: readonly (() => Promise<Call | undefined>)[] = [
    async () => {
      const [family, slot, isTrial] = [pick(members), chance(0.5) ? 1 : 0, chance(0.3)];
      return attempt('book', async () => steps.book(await present(), family, { isTrial, slot }));
    },
    on(
      async () => (await bookings()).filter(({ is_trial }) => is_trial),
      'keep',
      (trial) => () => steps.keep(trial),
    ),
    on(
      () => sessionsIn('on'),
      'cancel',
      (session) => {
        const options = { remedy: remedyOf(), key: randomUUID() };
        return () => steps.cancel({ kind: 'session', ...session }, options);
      },
    ),
    on(cancelled, 'restore', (session) => () => steps.restore(session)),
    on(cancelled, 'choose-remedy', (session) => {
      const remedy = chance(0.5) ? { kind: 'credit' } : { kind: 'make-up', date: nextMakeUp() };
      return () => steps.admin().call('chooseRemedy', { body: { ...session, remedy } });
    }),
    async () => {
      const session = any(await cancelled());
      const booking = any(await bookings());
      if (!session || !booking) return undefined;
      const body = { booking_id: booking.id, date: session.date };
      return attempt('credit', () => steps.admin().call('creditSession', { body }));
    },
    async () => {
      const end = pick(endings);
      // The messenger settles cancellations at the same time.
      const records = chance(0.5) ? await system.waiting() : [];
      return on(bookings, 'end', (booking) => async () => {
        const [ended] = await Promise.allSettled([end(booking), system.deliver(records)]);
        if (ended.status === 'rejected') throw ended.reason;
      })();
    },
    async () => {
      const records = await system.waiting();
      const runs = chance(0.5) ? 2 : 1;
      return once('deliver', () => overlapping(records, runs));
    },
    async () => {
      system.passTime(fiveMinutesMs);
      return once('tick', () => Promise.allSettled([system.tick(), system.tick()]));
    },
  ];
  let isQuiet = false;
  async function* acts() {
    for (let count = 0; count < actions; count += 1) {
      const act = await pick(draws)();
      if (act) yield [act];
    }
    isQuiet = true;
    for (let round = 0; round < quietRounds; round += 1) {
      system.passTime(fiveMinutesMs);
      yield [system.tick];
      const records = await system.waiting();
      yield [() => overlapping(records)];
    }
  }
  for (const family of members.slice(0, 2)) await steps.book(cls, family);
  return {
    model: {
      tables: [table],
      check: async () => check(system, { cls: await present(), other: await present(other) }, members),
    },
    acts: acts(),
    faults: [failing(() => !isQuiet && chance(0.02)), overtaking(random)],
    mutant: mutant?.intercept(),
  };
};

const credit = inWrite('"kind":"credit","cause"');

const endedAmount = (request: TableRequest): number | undefined =>
  writesOf(request)
    .map((write) => Object(write).Put?.Item)
    .find((item) => item?.[entityAttribute] === endedBookingEntity)?.amount;

const changingEnds =
  (change: (write: object, amount: number) => readonly object[]) => (): Interceptor => (request, forward) => {
    const amount = endedAmount(request);
    if (amount === undefined) return forward(request.input);
    return withWrites(
      () => true,
      (writes) => writes.flatMap((write) => change(write, amount)),
    )()(request, forward);
  };

const withValue = (write: object, placeholder: string, value: number): object =>
  withPart('ExpressionAttributeValues', placeholder, value)(write);

const withCredit = (write: object, credit: number): object => {
  const { Put } = Object(write);
  if (Put?.Item?.ended === undefined) return write;
  return { Put: { ...Put, Item: { ...Put.Item, ended: { ...Put.Item.ended, credit } } } };
};

const mutants: Theme['mutants'] = {
  'the messenger sends twice': breaking(
    'an email is sent once',
    unconditional(inWrite('":set_state":"sending"')),
  ),
  'a step credits twice': breaking('the sums of a ledger are those of a recount', unconditional(credit)),
  'a step of credits is lost': breaking('a session is credited once, while it is cancelled', lost(credit)),
  'bringing back leaves the credits': breaking(
    'a session that was brought back has no credit',
    lost(inWrite('"kind":"counter"')),
  ),
  'trials stay where they are': breaking(
    'no trial is in a cancelled session',
    lost((request) => textOf(request.input).includes('moved_by')),
  ),
  'the timer starts no message again': breaking(
    'every message is done',
    lost((request) => textOf(request.input).includes('#GSI1SK = :if_GSI1SK')),
  ),
  'an ending leaves the booking': breaking(
    'a booking is live or ended, once',
    changingEnds((write) => ('Delete' in write ? [] : [write])),
  ),
  'a move charges nothing': breaking(
    'the sums of a ledger are those of a recount',
    changingEnds((write) => [withValue(write, ':charge', 0)]),
  ),
  'an ending credits the whole charge': breaking(
    'credits never exceed their charge',
    changingEnds((write, amount) => [withCredit(withValue(write, ':credit', amount), amount)]),
  ),
};

export const cancelling: Theme = {
  name: 'cancelling',
  seeds: { all: 1_000 },
  start: async () => {
    const system = await startSystem(messageSteps);
    return { begin: (options) => begin(system, options), stop: system.stop };
  },
  mutants,
};
