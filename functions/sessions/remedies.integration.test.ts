import { describe, expect, it } from 'vitest';
import { storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import type { ChosenRemedy } from '#shared/sessions/slot';
import { date } from '#shared/testing/values';
import { getManagedClass } from '../classes/classes.ts';

const system = await startTests(messageSteps);

const {
  givenClass,
  givenBooking,
  slotOf,
  keyOf,
  book,
  admin,
  cancelSaturday,
  restore,
  accountOf,
  changesOf,
  mailsTo,
  subjectsTo,
} = cancellationSteps(() => system);

const later = { remedy: { kind: 'later' } } as const;
const makeUp = { kind: 'make-up', date: date('2025-11-08') } as const;

const choose = (cls: FootballClass, remedy: ChosenRemedy | { kind: 'later' }) =>
  admin().call('chooseRemedy', { body: { ...keyOf(cls), remedy } });

const readSession = async (cls: FootballClass) => {
  const params = { classId: cls.id, slotId: slotOf(cls).id, date: saturday };
  return await admin().read('getCancelledSession', { params });
};

/** A class with a family in the session that was cancelled, after the email about it. */
const givenUndecided = async () => {
  const given = await givenBooking();
  await cancelSaturday(given.cls, later);
  await system.settle();
  return given;
};

describe('a remedy that is chosen later', () => {
  it('credits each full booking once and sends one email to each family [CAN-03, CAN-09]', async () => {
    const { cls, family } = await givenUndecided();
    const late = await storedFamily(system.table);
    await book(cls, late);
    expect(await choose(cls, { kind: 'credit' })).toMatchObject({ status: 204 });
    expect(await choose(cls, { kind: 'credit' })).toMatchObject({ status: 204 });
    await system.settle();
    expect(await accountOf(family)).toMatchObject({ credited: 2_000 });
    expect(await accountOf(late)).toMatchObject({ credited: 0 });
    expect(await subjectsTo(family)).toEqual([
      'Cancelled: Saturday 9:00 AM, Riverside Sports Ground',
      'Credit: Saturday 9:00 AM, Riverside Sports Ground',
    ]);
    expect((await mailsTo(family)).at(-1)?.text).toContain('$20.00 is credited to your account');
    expect(await mailsTo(late)).toEqual([]);
  });

  it('is offered a make-up date that is accepted, long after the class ended [CAN-03]', async () => {
    const { cls } = await givenUndecided();
    system.setTime('2025-11-20T10:00:00Z');
    expect((await readSession(cls)).make_up_date).toBe('2025-11-22');
    expect(await choose(cls, { kind: 'make-up', date: date('2025-11-22') })).toMatchObject({ status: 204 });
  });

  it('makes the make-up date an extra session [CAN-03, CAN-10]', async () => {
    const { cls, family } = await givenUndecided();
    expect(await choose(cls, makeUp)).toMatchObject({ status: 204 });
    await system.settle();
    expect(await changesOf(cls)).toMatchObject([
      { date: saturday, state: 'cancelled', remedy: makeUp, calendar_version: 1 },
      { date: makeUp.date, kind: 'extra', state: 'on' },
    ]);
    expect((await getManagedClass(system.table, cls.id))?.time_slots).toMatchObject([
      { calendar_version: 2 },
    ]);
    expect((await mailsTo(family)).at(-1)?.text).toContain('Make-up session on Saturday, November 8, 2025');
  });

  it('stays when another one is asked for, and is gone when the session is brought back, also before its email [CAN-11]', async () => {
    const { cls, family } = await givenUndecided();
    await choose(cls, { kind: 'credit' });
    expect(await choose(cls, makeUp)).toMatchObject({ status: 409, body: { code: 'remedyChosen' } });
    await restore(keyOf(cls));
    await system.settle();
    expect(await accountOf(family)).toMatchObject({ credited: 0 });
    expect((await subjectsTo(family)).at(-1)).toBe('On again: Saturday 9:00 AM, Riverside Sports Ground');
    expect(await mailsTo(family)).toHaveLength(2);
    expect(await choose(cls, makeUp)).toMatchObject({ status: 404, body: { code: 'sessionNotFound' } });
  });

  it.each([
    ['a date with a session', { kind: 'make-up', date: date('2025-10-04') }],
    ['today', { kind: 'make-up', date: date('2025-09-23') }],
    ['another delay', { kind: 'later' }],
  ] as const)('is refused with %s [CAN-03]', async (_name, remedy) => {
    const { cls } = await givenUndecided();
    expect(await choose(cls, remedy)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
    expect(await changesOf(cls)).toMatchObject([later]);
  });
});

it.each([
  ['by the remedy', { kind: 'credit' }, false],
  ['by an administrator', makeUp, true],
] as const)(
  'a session that is cancelled again before the first credit is taken back is credited %s [CAN-09, CAN-11]',
  async (_name, remedy, byHand) => {
    const { cls, family, booking } = await givenBooking();
    const credit = () => admin().call('creditSession', { body: { booking_id: booking.id, date: saturday } });
    await cancelSaturday(cls, later);
    expect(await credit()).toMatchObject({ status: 200 });
    await restore(keyOf(cls));
    await cancelSaturday(cls, { remedy });
    if (byHand) expect(await credit()).toMatchObject({ status: 200, body: { amount: 2_000 } });
    await system.settle();
    expect(await accountOf(family)).toMatchObject({ credited: 2_000 });
  },
);

it('a cancellation, a credit, a remedy and the return of a session are one entry of the activity log each, also sent twice', async () => {
  const { cls, booking } = await givenUndecided();
  const credit = () => admin().call('creditSession', { body: { booking_id: booking.id, date: saturday } });
  await Promise.all([credit(), credit()]);
  await choose(cls, makeUp);
  await choose(cls, makeUp);
  await restore(keyOf(cls));
  await restore(keyOf(cls));
  const entries = (await system.items()).filter(({ class_id, action }) => class_id === cls.id && action);
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'session.cancelled',
    'session.credited',
    'session.remedied',
    'session.restored',
  ]);
});

describe('a cancelled session', () => {
  it('lists its full bookings with their value and whether they are credited [CAN-10]', async () => {
    const cls = await givenClass();
    const [ana, ben] = [
      await storedFamily(system.table, { children: [{ name: 'Ana' }] }),
      await storedFamily(system.table, { children: [{ name: 'Ben' }] }),
    ];
    await book(cls, ben);
    const booking = await book(cls, ana);
    await book(cls, await storedFamily(system.table, { children: [{ name: 'Zoe' }] }), { isTrial: true });
    await cancelSaturday(cls, { remedy: makeUp });
    await admin().call('creditSession', { body: { booking_id: booking.id, date: saturday } });
    expect(await readSession(cls)).toMatchObject({
      remedy: makeUp,
      bookings: [
        { id: booking.id, child_name: 'Ana', value: 2_000, is_credited: true },
        { child_name: 'Ben', value: 2_000, is_credited: false },
      ],
    });
  });

  it('names the extra date that goes with it, unless a booking covers it [CAN-11]', async () => {
    const cls = await givenClass();
    await cancelSaturday(cls, { remedy: makeUp });
    expect(await readSession(cls)).toMatchObject({ removable_make_up: makeUp.date });
    await book(cls, await storedFamily(system.table));
    expect(await readSession(cls)).toMatchObject({ removable_make_up: null });
  });

  it('names the message to its families [CAN-12]', async () => {
    const { message_id } = await readSession((await givenUndecided()).cls);
    expect(Object.values(await system.statesOf(message_id))).toEqual(['accepted']);
  });
});
