import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putClass, putDraft } from '#infra/local/seed/put';
import {
  at,
  enteredFutureClass,
  enteredSlot,
  sampleBooking,
  sampleClass,
  sampleNow,
  sampleToday,
} from '#infra/testing/samples/samples';
import { storedCoach, storedFamily } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { addDays } from '#shared/lib/calendar';
import type { UserId } from '#shared/lib/ids';
import { type CalendarDate, calendarDateSchema, centsSchema, instantOf } from '#shared/lib/values';
import { dashboardSchema } from '#shared/school/admin-routes';
import { schoolSettingsSchema } from '#shared/school/settings';
import { beginCoachRevocation } from '../accounts/coaches.ts';
import { beginClassDeletion } from '../across/delete-class.ts';
import { takePlace } from '../booking/take-place.ts';
import { storeCardConnection } from '../cards/connection.ts';
import { getManagedClass } from '../classes/classes.ts';
import { deleteDraft } from '../classes/drafts.ts';
import { newBookingId } from '../lib/ids.ts';
import { storeCover } from '../sessions/covers.ts';

let table: TestTable;
const start = async () => {
  table = await startTestTable();
};
const read = async () => {
  const answer = await adminApi({ table }).call('getDashboard');
  expect(answer.status).toBe(200);
  return dashboardSchema.parse(answer.body);
};

const readMoney = async () => (await adminApi({ table }).call('getMoneyFigures')).body;

describe('the dashboard', () => {
  beforeAll(start);
  afterAll(() => table.stop());

  it('ticks the steps that open the school by what is stored, until the list is put away [SCH-03]', async () => {
    const done = async () => (await read()).opening.flatMap((one) => (one.done ? one.step : []));
    const system = adminApi({ table });
    const settings = async () => {
      const { pay_by_card: _, ...stored } = Object((await system.call('getSettings')).body);
      return schoolSettingsSchema.parse(stored);
    };
    const draft = await putDraft(table, { ...enteredFutureClass, time_slots: [enteredSlot] });
    expect(await done()).toEqual(['class']);
    await deleteDraft(table, draft, []);
    expect(await done()).toEqual([]);
    const opened = await settings();
    expect(opened.opening_put_away).toBe(false);
    const putAway = { opening_put_away: true };
    expect((await system.call('saveSettings', { body: putAway })).status).toBe(200);
    expect((await read()).opening).toEqual([]);
    const back = { opening_put_away: false };
    expect((await system.call('saveSettings', { body: back })).status).toBe(200);
    expect((await read()).opening).toHaveLength(6);
  });

  it('has nothing to do about payments where families pay by card, or by a link alone [SET-01] [CRD-01]', async () => {
    const open = async () => (await read()).settings_saved;
    expect(await open()).toBe(false);
    const connected_at = instantOf(sampleNow);
    await storeCardConnection(table, { mode: 'test', account: 'acct_1', connected_at });
    expect(await open()).toBe(true);
    expect((await read()).opening).toContainEqual({ step: 'payments', done: true });
    await storeCardConnection(table, undefined);
    const payment_link = {
      ...{ url: 'https://pay.example.com/', reference_parameter: null, amount_parameter: null },
      amount_unit: 'dollars',
    };
    await adminApi({ table }).call('saveSettings', { body: { payment_link } });
    expect(await open()).toBe(true);
    await adminApi({ table }).call('saveSettings', { body: { payment_link: null } });
    expect(await open()).toBe(false);
  });

  it('counts classes, bookings and members [API-09, API-18]', async () => {
    const cls = sampleClass({ capacities: [5, 5] });
    await putClass(table, cls);
    await putClass(table, sampleClass());
    const [one, two] = [await storedFamily(table), await storedFamily(table)];
    await storedFamily(table);
    // Booked when the class had other prices than today.
    const [programme, trial] = [centsSchema.parse(12_300), centsSchema.parse(1_900)];
    await takePlace(table, sampleBooking(cls, one, { id: newBookingId(sampleNow), amount: programme }));
    await takePlace(
      table,
      sampleBooking(cls, two, { id: newBookingId(sampleNow), is_trial: true, amount: trial }),
    );
    expect(await read()).toMatchObject({ classes: 2, bookings: 2, members: 3 });
  });

  it('adds up the amounts as they were booked [ADM-09, ADM-10]', async () => {
    expect(await readMoney()).toEqual({
      charged: 14_200,
      credited: 0,
      received: 0,
      due: 14_200,
      not_yet_due: 0,
      in_credit: 0,
      revenue: 12_300 + 1_900,
    });
  });

  it('omits a class that is being deleted', async () => {
    const cls = sampleClass();
    await putClass(table, cls);
    await takePlace(table, sampleBooking(cls, await storedFamily(table)));
    expect(await read()).toMatchObject({ classes: 3, bookings: 3 });
    const stored = await getManagedClass(table, cls.id);
    if (!stored) throw new Error('the class is stored');
    await beginClassDeletion(table, stored, []);
    expect(await read()).toMatchObject({ classes: 2, bookings: 2 });
  });
});

describe('today and the next seven days', () => {
  beforeAll(start);
  afterAll(() => table.stop());

  it('list the classes with a date from today to seven days ahead, by next date, with the places of each slot', async () => {
    const withDates = (from: number, to: number, capacities = [10]) =>
      sampleClass({
        capacities,
        overrides: {
          start_date: addDays(sampleToday, from),
          end_date: calendarDateSchema.parse(addDays(sampleToday, to)),
        },
      });
    const [today, tomorrow, lastDay, tooLate, ended, lastWeek] = [
      withDates(0, 56),
      withDates(1, 57, [8, 4]),
      withDates(7, 60),
      withDates(8, 60),
      withDates(-57, -1),
      withDates(-56, 0),
    ] as const;
    for (const cls of [tooLate, lastDay, tomorrow, today, ended, lastWeek]) await putClass(table, cls);
    await takePlace(table, sampleBooking(tomorrow, await storedFamily(table)));
    const { upcoming } = await read();
    const day = (days: number) => addDays(sampleToday, days);
    const datesOf = ({ sessions }: (typeof upcoming)[number]) => [
      ...new Set(sessions.map(({ date }) => date)),
    ];
    expect(new Map(upcoming.map((cls) => [cls.id, datesOf(cls)]))).toEqual(
      new Map([
        [today.id, [day(0), day(7)]],
        [lastWeek.id, [day(0)]],
        [tomorrow.id, [day(1)]],
        [lastDay.id, [day(7)]],
      ]),
    );
    expect(upcoming.slice(2).map(({ id }) => id)).toEqual([tomorrow.id, lastDay.id]);
    expect(upcoming[2]?.time_slots.map((slot) => [slot.current_bookings, slot.max_capacity])).toEqual([
      [1, 8],
      [0, 4],
    ]);
  });
});

describe('sessions without a coach', () => {
  beforeAll(start);
  afterAll(() => table.stop());

  const newCoach = async (): Promise<UserId> => (await storedCoach(table)).profile.id;
  const storedClass = async (from: number, coach_ids: readonly UserId[]) => {
    const start_date = addDays(sampleToday, from);
    const cls = sampleClass({ overrides: { start_date, end_date: addDays(start_date, 56) } });
    await putClass(table, { ...cls, coach_ids: [...coach_ids] });
    return cls;
  };
  const cover = (cls: FootballClass, date: CalendarDate, coach_ids: UserId[]) =>
    storeCover(
      table,
      { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date, coach_ids },
      undefined,
      [],
    );
  const named = async () =>
    (await read()).without_coach.map(({ class_id, date }) => [class_id, date] as const);

  it('of today and the next seven days are named, unless administrators lead them all [COA-06, COA-07]', async () => {
    // The first of today has begun: tests run at 11:00 of the business.
    const bare = await storedClass(0, []);
    expect(await named()).toEqual([]);
    const [one, former] = [await newCoach(), await newCoach()];
    expect(await named()).toEqual([[bare.id, addDays(sampleToday, 7)]]);
    const lost = await storedClass(2, [former]);
    await storedClass(3, [former, one]);
    const covered = await storedClass(4, []);
    await storedClass(8, []);
    const coveredByNobody = await storedClass(5, []);
    const day = (days: number) => addDays(sampleToday, days);
    await cover(covered, day(4), [one]);
    await cover(coveredByNobody, day(5), [former]);
    await beginCoachRevocation(table, former, instantOf(sampleNow), []);
    expect(await named()).toEqual([
      [lost.id, day(2)],
      [coveredByNobody.id, day(5)],
      [bare.id, day(7)],
    ]);
  });
});
