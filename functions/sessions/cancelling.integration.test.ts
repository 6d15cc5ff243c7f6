import { describe, expect, it } from 'vitest';
import { interruptAt } from '#infra/testing/mutants/mutant';
import { type SampleFamily, sampleVenueNamed } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { minuteMs } from '#shared/lib/durations';
import { date } from '#shared/testing/values';
import { movedFromDate } from '../booking/booking-changes.ts';
import { endBooking } from '../booking/end-booking.ts';
import { getManagedClass } from '../classes/classes.ts';
import { venueOfClass } from '../classes/venues.ts';
import { listCancellations } from './cancellations.ts';
import { settleCancellation } from './settle-cancellation.ts';

const system = await startTests(messageSteps);

const removed = { ending: { reason: 'removed', credit: 'nothing' }, by: 'admin', tell: false } as const;

const {
  givenClass,
  givenBooking,
  slotOf,
  keyOf,
  book,
  admin,
  cancel,
  cancelSaturday,
  restore,
  accountOf,
  bookingsOf,
  changesOf,
  mailsTo,
  subjectsTo,
} = cancellationSteps(() => system);

describe('a cancelled session', () => {
  it('is stored with the version of the calendar, and one email names all children of a family [CAN-07, CAN-09]', async () => {
    const cls = await givenClass();
    const [two, one, other] = [
      await storedFamily(system.table, { children: [{ name: 'Ana' }, { name: 'Ben' }] }),
      await storedFamily(system.table),
      await storedFamily(system.table),
    ];
    await book(cls, two);
    await book(cls, two, { child: 1 });
    await book(cls, one);
    expect(await cancelSaturday(cls, { note: 'Bring <b>boots</b> next time' })).toMatchObject({
      status: 200,
      body: { cancelled: [keyOf(cls)], failed: [] },
    });
    expect(await changesOf(cls)).toMatchObject([
      { date: saturday, state: 'cancelled', kind: 'weekly', reason: 'weather', calendar_version: 1 },
    ]);
    await system.settle();
    expect(system.mails).toHaveLength(2);
    const [mail] = await mailsTo(two);
    expect(mail?.subject).toBe('Cancelled: Saturday 9:00 AM, Riverside Sports Ground');
    for (const text of [
      'Ana',
      'Ben',
      'Reason: Weather',
      'Bring <b>boots</b> next time',
      '$20.00 is credited',
    ])
      expect(mail?.text).toContain(text);
    expect(mail?.html).toContain('&lt;b&gt;boots');
    expect(await mailsTo(other)).toEqual([]);
  });

  it('is told to no family that booked after it, nor to one whose booking ended before the emails [CAN-07]', async () => {
    const cls = await givenClass();
    const families = [
      await storedFamily(system.table),
      await storedFamily(system.table),
      await storedFamily(system.table),
    ] as const;
    const [told, ended, late] = families;
    await book(cls, told);
    const left = await book(cls, ended);
    await cancelSaturday(cls);
    await endBooking(system.deps, left, removed);
    await book(cls, late);
    await system.settle();
    const mails = await Promise.all(families.map(mailsTo));
    expect(mails.map(({ length }) => length)).toEqual([1, 0, 0]);
  });

  it('credits each full booking the value of the session, once [CAN-09, BOK-55]', async () => {
    const { cls, family } = await givenBooking();
    await cancelSaturday(cls);
    await system.settle();
    // $120.00 for six sessions.
    expect(await accountOf(family)).toMatchObject({ charged: 12_000, credited: 2_000 });
    const entries = (await system.items()).filter(({ PK }) => PK === `ENTRIES#${family.id}`);
    expect(entries).toMatchObject([{ kind: 'credit', amount: 2_000, made_by: null }]);
  });

  const nextWeek = date('2025-10-04');
  const cancelNextWeek = async (cls: FootballClass) => {
    const session = keyOf(cls, nextWeek);
    await cancel({ kind: 'session', ...session });
    for (const cancellation of await listCancellations(system.table, session))
      await settleCancellation(cancellation, system.deps);
  };
  const bookNextWeek = async (_: FootballClass, family: SampleFamily) => {
    await book(await givenClass({ start_date: nextWeek, end_date: nextWeek }), family);
  };

  it.each<[string, string, (cls: FootballClass, family: SampleFamily) => Promise<void>]>([
    ['that is cancelled', 'before', cancelNextWeek],
    ['that is cancelled', 'at the same time', cancelNextWeek],
    ['at whose time its child is booked', 'before', bookNextWeek],
    ['at whose time its child is booked', 'at the same time', bookNextWeek],
  ])('moves a trial to no session %s %s, but to the next one [CAN-08, BSK-04]', async (_, when, change) => {
    const { cls, family } = await givenBooking({ isTrial: true });
    if (when === 'before') await change(cls, family);
    await cancelSaturday(cls);
    const records = await system.waiting();
    if (when !== 'before') {
      await withChangeBetween(
        system.table,
        () => change(cls, family),
        () => system.deliver(records).catch(() => {}),
        (name, input) => name === 'TransactWriteItemsCommand' && JSON.stringify(input).includes(nextWeek),
      );
      expect(await bookingsOf(cls)).toMatchObject([{ trial_date: saturday }]);
      system.passTime(15 * minuteMs);
    }
    await system.deliver(records);
    await system.settle();
    expect(await bookingsOf(cls)).toMatchObject([{ trial_date: '2025-10-11', dates: ['2025-10-11'] }]);
    expect((await bookingsOf(cls)).map(movedFromDate)).toEqual([saturday]);
    expect((await mailsTo(family)).at(-1)?.text).toContain('The trial moves to Saturday, October 11, 2025');
    expect(await accountOf(family)).toMatchObject({ credited: 0 });
  });

  it('ends a trial with its amount credited where no session is left [CAN-08]', async () => {
    const { cls, family } = await givenBooking({ isTrial: true }, { end_date: saturday });
    await cancelSaturday(cls, { remedy: { kind: 'later' } });
    await system.settle();
    expect(await bookingsOf(cls)).toEqual([]);
    expect(await accountOf(family)).toMatchObject({ credited: 2_000 });
    expect((await getManagedClass(system.table, cls.id))?.time_slots).toMatchObject([
      { current_bookings: 0 },
    ]);
    expect((await mailsTo(family))[0]?.text).toContain('$20.00 is credited to your account');
  });

  it('gives a make-up date to the families of the session, and to no later booking [CAN-10]', async () => {
    const { cls, family: before } = await givenBooking();
    const after = await storedFamily(system.table);
    const remedy = { kind: 'make-up', date: date('2025-11-08') } as const;
    await cancelSaturday(cls, { remedy });
    await system.settle();
    expect((await mailsTo(before))[0]?.text).toContain('Make-up session on Saturday, November 8, 2025');
    expect(await changesOf(cls)).toContainEqual(
      expect.objectContaining({ date: '2025-11-08', kind: 'extra', state: 'on' }),
    );
    const late = await book(cls, after);
    expect(late.dates).toHaveLength(6);
    expect([late.dates[0], late.dates.at(-1)]).toEqual(['2025-10-04', '2025-11-08']);
    expect(await accountOf(before)).toMatchObject({ credited: 0 });
  });

  it.each<[string, string, boolean]>([
    ['before it begins', '2025-09-27T07:59:59Z', false],
    ['when it has begun', '2025-09-27T08:00:00Z', true],
    ['until the end of the next day', '2025-09-28T22:59:59Z', true],
  ])('is announced in the right tense %s [CAN-05]', async (_name, now, isPast) => {
    const { cls, family } = await givenBooking();
    system.setTime(now);
    expect(await cancelSaturday(cls)).toMatchObject({ status: 200 });
    await system.settle();
    expect((await mailsTo(family))[0]?.text).toContain(isPast ? 'did not take place' : 'is cancelled');
  });

  it('cannot be cancelled after the next day [CAN-05]', async () => {
    const cls = await givenClass();
    system.setTime('2025-09-28T23:00:00Z');
    expect(await cancelSaturday(cls)).toMatchObject({
      status: 409,
      body: { code: 'sessionOver', detail: 'This session is over' },
    });
  });

  it.each([
    ['today', '2025-09-23', 'Choose a date from tomorrow on'],
    ['a day with a session', '2025-10-04', 'This time slot has a session on this date already'],
    ['its own day', '2025-09-27', 'This time slot has a session on this date already'],
  ])('is not made up %s [CAN-03]', async (_name, day, message) => {
    const cls = await givenClass();
    expect(await cancelSaturday(cls, { remedy: { kind: 'make-up', date: date(day) } })).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'remedy.date', message }] },
    });
    expect(await changesOf(cls)).toEqual([]);
  });
});

describe('cancelling again', () => {
  it('by two administrators at once is one cancellation, and one entry of the activity log [CAN-06]', async () => {
    const { cls, family } = await givenBooking();
    const apis = [admin(), admin()] as const;
    const answers = await Promise.all([
      cancelSaturday(cls, {}, apis[0]),
      cancelSaturday(cls, { reason: 'pitch', remedy: { kind: 'later' } }, apis[1]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await system.settle();
    expect(await changesOf(cls)).toHaveLength(1);
    expect(await mailsTo(family)).toHaveLength(1);
    const logged = (await system.items()).filter(({ action }) => action === 'session.cancelled');
    expect(logged).toMatchObject([
      { entity: 'activity', class_id: cls.id, subject_id: slotOf(cls).id, fields: [saturday] },
    ]);
    expect(apis.map(({ userId }) => userId)).toContain(logged[0]?.actor_id);
  });
});

describe('everything at a venue on a day', () => {
  const wetPark = sampleVenueNamed('Wet Park');

  it('is cancelled class by class, with one email for a family in two of them [CAN-02, CAN-07]', async () => {
    const family = await storedFamily(system.table, { children: [{ name: 'Ana' }, { name: 'Ben' }] });
    const [first, second] = [
      await givenClass(venueOfClass(wetPark), [10, 10]),
      await givenClass(venueOfClass(wetPark)),
    ];
    const elsewhere = await givenClass(venueOfClass(sampleVenueNamed('Dry Park')));
    await book(first, family, { slot: 1 });
    await book(second, family, { child: 1 });
    const answer = await cancel({ kind: 'venue-day', venue_id: wetPark.id, date: saturday });
    expect(routes.cancelSessions.response.parse(answer.body).cancelled).toHaveLength(3);
    await system.settle();
    expect(await subjectsTo(family)).toEqual(['Cancelled: Saturday, Wet Park']);
    expect(await changesOf(elsewhere)).toEqual([]);
    expect(await accountOf(family)).toMatchObject({ credited: 4_000 });
  });

  it('is previewed with children and families, and the make-up date after the last session [CAN-04, CAN-03]', async () => {
    const family = await storedFamily(system.table, { children: [{ name: 'Ana' }, { name: 'Ben' }] });
    const venue = sampleVenueNamed('Preview Park');
    const cls = await givenClass(venueOfClass(venue));
    await book(cls, family);
    await book(cls, family, { child: 1 });
    await book(cls, await storedFamily(system.table));
    const target = { kind: 'venue-day', venue_id: venue.id, date: saturday } as const;
    const { body } = await admin().call('previewCancellation', { body: { target } });
    expect(body).toMatchObject({ children: 3, families: 2, make_up_date: '2025-11-08', has_begun: false });
  });
});

describe('brought back', () => {
  const [off, on] = ['Cancelled', 'On again'].map(
    (word) => `${word}: Saturday 9:00 AM, Riverside Sports Ground`,
  );

  // c: cancelled, r: restored, s: the work that follows is done.
  it.each([
    ['is on again, takes its credits back and sends one email', 'csrrs', 0, [off, on]],
    ['and cancelled again credits again: it is another cause', 'csrscs', 2_000, [off, on, off]],
    ['is not told to be on where it is cancelled again before the emails', 'csrcs', 2_000, [off, off]],
    ['before the emails of the cancellation, sends only that it is on', 'crs', 0, [on]],
  ])('%s [CAN-11]', async (_, acts, credited, subjects) => {
    const { cls, family } = await givenBooking();
    for (const act of acts)
      if (act === 's') await system.settle();
      else expect((await (act === 'c' ? cancelSaturday(cls) : restore(keyOf(cls)))).status).toBe(200);
    expect(await changesOf(cls)).toHaveLength(credited === 0 ? 0 : 1);
    expect(await accountOf(family)).toMatchObject({ credited });
    expect(await subjectsTo(family)).toEqual(subjects);
  });

  it('leaves a moved trial on its new date [CAN-11]', async () => {
    const { cls } = await givenBooking({ isTrial: true });
    await cancelSaturday(cls);
    await system.settle();
    expect(await restore(keyOf(cls))).toMatchObject({ status: 200 });
    await system.settle();
    expect(await bookingsOf(cls)).toMatchObject([{ trial_date: '2025-10-04', dates: ['2025-10-04'] }]);
  });

  it('leaves the credit of a booking that has ended [CAN-11]', async () => {
    const { cls, family: live } = await givenBooking();
    const ended = await storedFamily(system.table);
    const left = await book(cls, ended);
    await cancelSaturday(cls);
    await system.settle();
    await endBooking(system.deps, left, removed);
    expect(await restore(keyOf(cls))).toMatchObject({ status: 200 });
    await system.settle();
    expect(await accountOf(live)).toMatchObject({ credited: 0 });
    expect(await accountOf(ended)).toMatchObject({ credited: 2_000 });
  });

  it.each([false, true])(
    'removes its make-up date unless a booking made since covers it: %s [CAN-11]',
    async (isCovered) => {
      const { cls } = await givenBooking();
      const makeUp = date('2025-11-08');
      await cancelSaturday(cls, { remedy: { kind: 'make-up', date: makeUp } });
      if (isCovered) await book(cls, await storedFamily(system.table));
      expect(await restore(keyOf(cls))).toMatchObject({
        body: { removed_make_up: isCovered ? null : makeUp },
      });
      const left = isCovered ? [expect.objectContaining({ date: makeUp, kind: 'extra', state: 'on' })] : [];
      expect(await changesOf(cls)).toEqual(left);
    },
  );

  it('keeps its make-up date for a booking that is made at the same time [CAN-11]', async () => {
    const { cls } = await givenBooking();
    const makeUp = date('2025-11-08');
    await cancelSaturday(cls, { remedy: { kind: 'make-up', date: makeUp } });
    const family = await storedFamily(system.table);
    const restored = await withChangeBetween(
      system.table,
      () => book(cls, family),
      () => restore(keyOf(cls)),
    );
    expect(restored).toMatchObject({ status: 200, body: { removed_make_up: null } });
    expect(await changesOf(cls)).toEqual([expect.objectContaining({ date: makeUp, state: 'on' })]);
  });

  it('is refused once it has begun, and for a session that was never cancelled [CAN-11]', async () => {
    const cls = await givenClass();
    expect(await restore(keyOf(cls))).toMatchObject({ status: 404, body: { code: 'sessionNotFound' } });
    await cancelSaturday(cls);
    system.setTime('2025-09-27T08:00:00Z');
    expect(await restore(keyOf(cls))).toMatchObject({ status: 409, body: { code: 'sessionOver' } });
  });
});

it('goes on wherever it is interrupted, and nothing happens twice [CAN-06]', async () => {
  for (let at = 0, isInterrupted = true; isInterrupted; at += 5) {
    await system.reset();
    const { cls, family } = await givenBooking();
    const families = [family, await storedFamily(system.table)] as const;
    await book(cls, families[1]);
    await book(cls, await storedFamily(system.table), { isTrial: true });
    await cancelSaturday(cls);
    const records = await system.waiting();
    const interruption = interruptAt(at, at % 2 === 0 ? 'before' : 'after');
    await system.deliver(records, { table: interruption.table(system.table) }).catch(() => {});
    isInterrupted = interruption.count() > at;
    system.passTime(15 * minuteMs);
    await system.deliver(records);
    await system.settle();
    for (const one of families) {
      expect(await accountOf(one)).toMatchObject({ credited: 2_000 });
      expect((await mailsTo(one)).length).toBeLessThanOrEqual(1);
    }
    expect((await bookingsOf(cls)).find(({ is_trial }) => is_trial)).toMatchObject({ dates: ['2025-10-04'] });
  }
});
