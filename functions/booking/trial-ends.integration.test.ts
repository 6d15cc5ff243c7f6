import { describe, expect, it } from 'vitest';
import { at } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { date } from '#shared/testing/values';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { trialMove } from './booking-changes.ts';
import { endTrial } from './timer.ts';

const system = await startTests((parts) => ({ ...bookingSteps(parts), ...messageSteps(parts) }));
const { logged } = system;

/** The time is Tuesday, September 23, 2025, in London; the trials are on Saturday, September 27, at 9:00. */
const heldUntil = new Date('2025-09-30T19:00:00Z');
const nextMorning = new Date('2025-09-28T09:00:00Z');

const givenClass = async (...options: Parameters<typeof system.addClass>) => {
  const cls = await system.addClass(...options);
  await system.scheduleDaily();
  return cls;
};

const bookTrial = async (cls: FootballClass, ...names: readonly string[]) => {
  const family = await system.addFamily(...names);
  await system.book(family, cls, { isTrial: true });
  const { bookings } = await system.placesOf(cls);
  return { family, trial: bookings.find(({ parent_id }) => parent_id === family.id) ?? expect.unreachable() };
};

const placesOf = async (cls: FootballClass) => {
  const { counted, bookings } = await system.placesOf(cls);
  expect(bookings).toHaveLength(counted);
  return bookings;
};

/** Runs the timer, once or several times at once, and sends what it caused. */
const tickAt = async (moment: Date, times = 1): Promise<void> => {
  system.setTime(moment);
  await Promise.all(Array.from({ length: times }, () => system.tick()));
  await system.settle();
};

describe('a trial', () => {
  it('holds its place until 8:00 PM on the third day, then gives it back; its charge stays [TRI-01]', async () => {
    const cls = await givenClass();
    const { family, trial } = await bookTrial(cls);
    await tickAt(new Date(heldUntil.getTime() - 1));
    expect(await placesOf(cls)).toMatchObject([{ id: trial.id }]);
    await tickAt(heldUntil);
    expect(await placesOf(cls)).toEqual([]);
    const ended = { reason: 'trial-over', by: 'system', at: heldUntil.toISOString(), credit: 0 };
    expect(await system.historyOf(family)).toMatchObject([
      { id: trial.id, amount: 2_000, tell: false, ended },
    ]);
    expect(logged.join()).toContain(`"event":"trial.ended","booking":"${trial.id}"`);
  });

  it('ends once, although runs overlap and are repeated [JOB-03]', async () => {
    const cls = await givenClass();
    const trials = [await bookTrial(cls, 'One'), await bookTrial(cls, 'Two'), await bookTrial(cls, 'Three')];
    await tickAt(heldUntil, 3);
    expect(await placesOf(cls)).toEqual([]);
    await tickAt(heldUntil);
    for (const { family } of trials) expect(await system.historyOf(family)).toHaveLength(1);
  });

  it('that was kept between read and end stays the full programme that it became [TRI-01, TRI-06]', async () => {
    const cls = await givenClass();
    const { family, trial } = await bookTrial(cls);
    await system.keep(family, trial);
    await tickAt(nextMorning);
    expect(system.mails).toEqual([]);
    await endTrial(trial, system.deps);
    await tickAt(heldUntil);
    expect(await placesOf(cls)).toMatchObject([{ is_trial: false, upgraded_from: trial.id }]);
    expect(await system.historyOf(family)).toMatchObject([{ id: trial.id, ended: { reason: 'upgraded' } }]);
    expect(logged.join()).not.toContain('"event":"trial.ended"');
    expect(logged.join()).toContain('"event":"due.dropped","kind":"trial-end"');
  });

  it('that is moved to a later session between read and end is left alone, and moved once by cancellations that read it on one date [JOB-04, CAN-08]', async () => {
    const cls = await givenClass();
    const { trial } = await bookTrial(cls);
    const results = [];
    for (const to of ['2025-10-04', '2025-10-11']) {
      const move = trialMove(system.table, trial, { to: date(to), movedBy: `a cancellation to ${to}` });
      results.push((await sendTransaction(system.table, [move])).outcome);
    }
    expect(results).toEqual(['done', 'refused']);
    await endTrial(trial, system.deps);
    expect(await placesOf(cls)).toMatchObject([{ id: trial.id, trial_date: '2025-10-04' }]);
    expect(logged.join()).toContain('"event":"due.dropped","kind":"trial-end"');
    await tickAt(heldUntil);
    expect(await placesOf(cls)).toHaveLength(1);
    await tickAt(new Date('2025-10-07T19:00:00Z'));
    expect(await placesOf(cls)).toEqual([]);
  });
});

describe('the email of the day after', () => {
  const emails = () => system.mails.map(({ to }) => to);

  it('offers to keep the place at 10:00 AM and names the time until which it is held [TRI-06]', async () => {
    const cls = await givenClass();
    const { family, trial } = await bookTrial(cls);
    await system.book(await system.addFamily(), cls);
    await tickAt(new Date(nextMorning.getTime() - 1));
    expect(emails()).toEqual([]);
    await tickAt(nextMorning);
    expect(emails()).toEqual([family.profile.email]);
    const { data } = at(system.mails, 0);
    for (const part of [
      'Keep the place of Robin: Juniorballerz',
      'Keep the place for $100.00',
      'Tue, 8:00 PM',
      `/parent/bookings/${trial.id}/keep`,
    ])
      expect(data).toContain(part);
  });

  it('is one for a family with two trials, and sent once [TRI-06]', async () => {
    const cls = await givenClass();
    const { family } = await bookTrial(cls, 'Robin', 'Alex');
    await system.book(family, cls, { isTrial: true, child: 1 });
    await tickAt(nextMorning, 2);
    await tickAt(nextMorning);
    expect(emails()).toEqual([family.profile.email]);
    for (const name of ['Robin', 'Alex']) expect(system.mails[0]?.data).toContain(name);
  });

  it('is not sent after a cancellation, nor when no session is left [TRI-06]', async () => {
    await system.end((await bookTrial(await givenClass())).trial);
    await bookTrial(await givenClass({ overrides: { end_date: date('2025-09-27') } }));
    await tickAt(nextMorning);
    expect(emails()).toEqual([]);
  });

  it.each([
    ['2025-09-30T18:00:00Z', 1],
    ['2025-10-01T10:00:00Z', 0],
  ])('is sent late while the place is held, and not after: at %s [JOB-05]', async (moment, count) => {
    await bookTrial(await givenClass());
    await tickAt(new Date(moment));
    expect(emails()).toHaveLength(count);
  });
});
