import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { cents, date } from '#shared/testing/values';
import { getManagedClass } from '../classes/classes.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { trialMove } from './booking-changes.ts';
import { listBookingsOfSlot, type StoredBooking } from './bookings.ts';
import { endBooking } from './end-booking.ts';
import { listEndedBookings } from './ended-bookings.ts';
import { upgradeTrial } from './family.ts';
import { takePlace } from './take-place.ts';
import { endTrial } from './timer.ts';

const system = await startTests(messageSteps);
const { logged } = system;

/** The time is Tuesday, September 23, 2025, in London; the trials are on Saturday, September 27, at 9:00. */
const heldUntil = new Date('2025-09-30T19:00:00Z');
const nextMorning = new Date('2025-09-28T09:00:00Z');

const givenClass = async (...options: Parameters<typeof sampleClass>) => {
  const cls = sampleClass(...options);
  await putClass(system.table, cls);
  await system.scheduleDaily();
  return cls;
};

const bookTrial = async (cls: FootballClass, name = 'Robin') => {
  const family = await storedFamily(system.table, { children: [{ name }] });
  const trial = sampleBooking(cls, family, { is_trial: true });
  expect(await takePlace(system.table, trial)).toMatchObject({ outcome: 'booked' });
  return { family, trial };
};

const placesOf = async ({ id }: FootballClass) => {
  const cls = await getManagedClass(system.table, id);
  const [slot] = cls?.time_slots ?? [];
  if (!slot) throw new Error('The class has a slot');
  const bookings = await listBookingsOfSlot(system.table, slot.id, { consistent: true });
  expect(bookings).toHaveLength(slot.current_bookings);
  return bookings;
};

/** Keeps the place of a trial, on the day it was booked. */
const keep = (
  { id: class_id }: FootballClass,
  { id, parent_id, booked_by_adult, child_id, time_slot_id }: StoredBooking,
) =>
  upgradeTrial(
    {
      caller: {
        userId: booked_by_adult ?? expect.unreachable(),
        familyId: parent_id,
        role: 'parent',
        signedInAt: system.now(),
      },
      params: { bookingId: id },
      body: { booking: { class_id, time_slot_id, child_id }, amount: cents(10_000), calendar_version: 0 },
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
    },
    system.deps,
  );

const tickAt = async (moment: Date): Promise<void> => {
  system.setTime(moment);
  await system.tick();
};

describe('a trial', () => {
  it('holds its place until 8:00 PM on the third day, then gives it back; its charge stays [TRI-01]', async () => {
    const cls = await givenClass();
    const { family, trial } = await bookTrial(cls);
    await tickAt(new Date(heldUntil.getTime() - 1));
    expect(await placesOf(cls)).toMatchObject([{ id: trial.id }]);
    await tickAt(heldUntil);
    expect(await placesOf(cls)).toEqual([]);
    expect(await listEndedBookings(system.table, family.id)).toMatchObject([
      {
        id: trial.id,
        amount: 2_000,
        tell: false,
        ended: { reason: 'trial-over', by: 'system', at: heldUntil.toISOString(), credit: 0 },
      },
    ]);
    expect(logged.join()).toContain(`"event":"trial.ended","booking":"${trial.id}"`);
  });

  it('ends once, although runs overlap and are repeated [JOB-03]', async () => {
    const cls = await givenClass();
    const trials = [await bookTrial(cls, 'One'), await bookTrial(cls, 'Two'), await bookTrial(cls, 'Three')];
    system.setTime(heldUntil);
    await Promise.all([system.tick(), system.tick(), system.tick()]);
    await system.tick();
    expect(await placesOf(cls)).toEqual([]);
    const records = await Promise.all(trials.map(({ family }) => listEndedBookings(system.table, family.id)));
    expect(records.map((own) => own.length)).toEqual([1, 1, 1]);
  });

  it('that was kept between read and end stays the full programme that it became [TRI-01, TRI-06]', async () => {
    const cls = await givenClass();
    const { family, trial } = await bookTrial(cls);
    await keep(cls, trial);
    await tickAt(nextMorning);
    await system.settle();
    expect(system.mails).toEqual([]);
    await endTrial(trial, system.deps);
    await tickAt(heldUntil);
    expect(await placesOf(cls)).toMatchObject([{ is_trial: false, upgraded_from: trial.id }]);
    expect(await listEndedBookings(system.table, family.id)).toMatchObject([
      { id: trial.id, ended: { reason: 'upgraded' } },
    ]);
    expect(logged.join()).not.toContain('"event":"trial.ended"');
    expect(logged.join()).toContain('"event":"due.dropped","kind":"trial-end"');
  });

  it('that was moved to a later session between read and end is left alone [JOB-04]', async () => {
    const cls = await givenClass();
    const { trial } = await bookTrial(cls);
    const move = trialMove(system.table, trial, { to: date('2025-10-04'), movedBy: 'a cancellation' });
    await sendTransaction(system.table, [move]);
    await endTrial(trial, system.deps);
    expect(await placesOf(cls)).toMatchObject([{ id: trial.id, trial_date: '2025-10-04' }]);
    expect(logged.join()).toContain('"event":"due.dropped","kind":"trial-end"');
    await tickAt(heldUntil);
    expect(await placesOf(cls)).toHaveLength(1);
    await tickAt(new Date('2025-10-07T19:00:00Z'));
    expect(await placesOf(cls)).toEqual([]);
  });

  it('is moved once by cancellations that read it on the same date [CAN-08]', async () => {
    const cls = await givenClass();
    const { trial } = await bookTrial(cls);
    const moves = ['2025-10-04', '2025-10-11'].map((to) =>
      trialMove(system.table, trial, { to: date(to), movedBy: `a cancellation to ${to}` }),
    );
    const results = [];
    for (const move of moves) results.push((await sendTransaction(system.table, [move])).outcome);
    expect(results).toEqual(['done', 'refused']);
    expect(await placesOf(cls)).toMatchObject([{ id: trial.id, trial_date: '2025-10-04' }]);
  });
});

describe('the email of the day after', () => {
  const emails = () => system.mails.map(({ to }) => to);

  it('offers to keep the place at 10:00 AM and names the time until which it is held [TRI-06]', async () => {
    const cls = await givenClass();
    const { family, trial } = await bookTrial(cls);
    const full = await storedFamily(system.table);
    await takePlace(system.table, sampleBooking(cls, full));
    await tickAt(new Date(nextMorning.getTime() - 1));
    await system.settle();
    expect(emails()).toEqual([]);
    await tickAt(nextMorning);
    await system.settle();
    expect(emails()).toEqual([family.profile.email]);
    const text = system.mails[0]?.data ?? '';
    expect(text).toContain('Keep the place of Robin: Juniorballerz');
    expect(text).toContain('Keep the place for $100.00');
    expect(text).toContain('Tue, 8:00 PM');
    expect(text).toContain(`/parent/bookings/${trial.id}/keep`);
  });

  it('is one for a family with two trials, and sent once [TRI-06]', async () => {
    const cls = await givenClass();
    const family = await storedFamily(system.table, { children: [{ name: 'Robin' }, { name: 'Alex' }] });
    for (const child of family.children) {
      await takePlace(system.table, sampleBooking(cls, { ...family, children: [child] }, { is_trial: true }));
    }
    system.setTime(nextMorning);
    await Promise.all([system.tick(), system.tick()]);
    await system.settle();
    await system.tick();
    await system.settle();
    expect(emails()).toEqual([family.profile.email]);
    for (const name of ['Robin', 'Alex']) expect(system.mails[0]?.data).toContain(name);
  });

  it('is not sent after a cancellation, nor when no session is left [TRI-06]', async () => {
    const cls = await givenClass();
    const { trial } = await bookTrial(cls);
    await endBooking(system.deps, trial, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });
    const last = await givenClass({ overrides: { end_date: date('2025-09-27') } });
    await bookTrial(last);
    await tickAt(nextMorning);
    await system.settle();
    expect(emails()).toEqual([]);
  });

  it('is sent late while the place is held, and not after [JOB-05]', async () => {
    const cls = await givenClass();
    const { family } = await bookTrial(cls);
    await tickAt(new Date('2025-09-30T18:00:00Z'));
    await system.settle();
    expect(emails()).toEqual([family.profile.email]);
    await system.reset();
    await bookTrial(await givenClass());
    await tickAt(new Date('2025-10-01T10:00:00Z'));
    await system.settle();
    expect(emails()).toEqual([]);
  });
});
