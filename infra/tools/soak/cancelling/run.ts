import { randomUUID } from 'node:crypto';
import type { StoredBooking } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { getManagedClass } from '#functions/classes/classes';
import { failing, type Interceptor, intercepting } from '#infra/testing/mutants/mutant';
import { type Random, randomFrom } from '#infra/testing/random';
import { at, type SampleFamily, sampleClass } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, moveOnTerms } from '#infra/testing/services/cancellation-steps';
import type { MessageSystem } from '#infra/testing/services/message-system';
import type { FootballClass } from '#shared/classes/class';
import { businessMoment } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import type { CalendarDate } from '#shared/lib/values';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { hasBegun, sessionsOf } from '#shared/sessions/sessions';
import type { Remedy } from '#shared/sessions/slot';
import { actOf, type NoteAct } from '../soak.ts';
import { type CancellingRule, violationsOf } from './check.ts';

type EndStep = (booking: StoredBooking) => Promise<unknown>;

/** Moves a booking to a slot of a class in which it is not. */
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

/**
 * Books, keeps places of trials, ends and moves bookings, cancels, brings back, chooses remedies and credits in an order that a
 * seed determines, while runs of API, messenger and timer end at any request, overlap and are repeated.
 * @param options.mutant a defect of the product's requests to the table
 * @returns the invariants that are broken when nothing is left to do
 */
export const runCancelling = async (
  system: MessageSystem,
  seed: number,
  { mutant, note = () => {} }: { readonly mutant?: Interceptor; readonly note?: NoteAct } = {},
): Promise<CancellingRule[]> => {
  await system.clear();
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
  /** Sessions to come of both slots, make-up sessions among them. */
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
  const defect = mutant ? [mutant] : [];
  /** Runs the product's code, which may end at any request. */
  const run = (kind: string, call: () => Promise<unknown>): Promise<void> =>
    intercepting(table, [failing(() => chance(0.02)), overtaking(random), ...defect], call).then(
      (answer) => note(actOf(kind, answer)),
      () => note(`${kind} no answer`),
    );
  /** A call whose function may end. Its caller may try again, as a browser does. */
  const attempt = async (kind: string, call: () => Promise<unknown>): Promise<void> => {
    await run(kind, call);
    if (chance(0.3)) await run(kind, call);
  };
  const work: readonly (() => Promise<void>)[] = [
    async () => {
      const family = pick(members);
      const slot = chance(0.5) ? 1 : 0;
      if (family)
        await attempt('book', async () =>
          steps.book(await present(), family, { isTrial: chance(0.3), slot }),
        );
    },
    async () => {
      const trial = any((await bookings()).filter(({ is_trial }) => is_trial));
      if (trial) await attempt('keep', () => steps.keep(trial));
    },
    async () => {
      const session = any(await sessionsIn('on'));
      const options = { remedy: remedyOf(), key: randomUUID() };
      if (session) await attempt('cancel', () => steps.cancel({ kind: 'session', ...session }, options));
    },
    async () => {
      const session = any(await sessionsIn('cancelled'));
      if (session) await attempt('restore', () => steps.restore(session));
    },
    async () => {
      const session = any(await sessionsIn('cancelled'));
      const remedy = chance(0.5) ? { kind: 'credit' } : { kind: 'make-up', date: nextMakeUp() };
      if (session)
        await attempt('choose-remedy', () =>
          steps.admin().call('chooseRemedy', { body: { ...session, remedy } }),
        );
    },
    async () => {
      const session = any(await sessionsIn('cancelled'));
      const booking = any(await bookings());
      if (!session || !booking) return;
      const body = { booking_id: booking.id, date: session.date };
      await attempt('credit', () => steps.admin().call('creditSession', { body }));
    },
    async () => {
      const booking = any(await bookings());
      const end = pick(endings);
      if (!booking) return;
      // The messenger settles cancellations at the same time.
      const records = chance(0.5) ? await system.waiting() : [];
      await attempt('end', async () => {
        const [ended] = await Promise.allSettled([end(booking), system.deliver(records)]);
        if (ended.status === 'rejected') throw ended.reason;
      });
    },
    async () => {
      const records = await system.waiting();
      const runs = chance(0.5) ? [records, records] : [records];
      await run('deliver', () => Promise.allSettled(runs.map((batch) => system.deliver(batch))));
    },
    async () => {
      system.passTime(fiveMinutesMs);
      await run('tick', () => Promise.allSettled([system.tick(), system.tick()]));
    },
  ];
  for (const family of members.slice(0, 2)) await steps.book(cls, family);
  for (let count = 0; count < actions; count += 1) {
    await pick(work)();
  }
  for (let round = 0; round < quietRounds; round += 1) {
    system.passTime(fiveMinutesMs);
    await intercepting(table, defect, system.tick);
    const records = await system.waiting();
    const overlapping = () => Promise.allSettled([system.deliver(records), system.deliver(records)]);
    await intercepting(table, [overtaking(random), ...defect], overlapping);
  }
  return violationsOf(system, { cls: await present(), other: await present(other) }, members);
};
