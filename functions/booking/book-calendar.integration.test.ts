import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { putClass, putVenue } from '#infra/local/seed/put';
import {
  at,
  formOf,
  type SampleFamily,
  sampleClass,
  sampleNow,
  sampleTimeZone,
  sampleVenueNamed,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { invoke } from '#infra/testing/services/invoke';
import { startTestTable, type TestTable, withChangeBetween } from '#infra/testing/table/test-table';
import { bookingTerms } from '#shared/booking/booking-terms';
import type { FootballClass } from '#shared/classes/class';
import { familyRoutes } from '#shared/contract/family-routes';
import { businessMoment } from '#shared/lib/business-time';
import { cancelled, extra, makeUpOn } from '#shared/testing/session-calendars';
import { date, time } from '#shared/testing/values';
import { memberships } from '../accounts/accounts.ts';
import { familyOperations } from '../entries/family-operations.ts';
import { bookingKey } from '../lib/dynamo/keys-of-classes.ts';
import { createHandler } from '../lib/http/create-handler.ts';

let table: TestTable;
let now: Date;
const hall2 = sampleVenueNamed('Hall 2');

beforeAll(async () => {
  table = await startTestTable();
  await putVenue(table, hall2);
});
beforeEach(() => {
  now = sampleNow;
  vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterAll(() => table.stop());

/** A class of Saturdays until Nov 1 in progress: the next session is on Sep 27. */
const given = async (
  changes: (slot: ReturnType<typeof slotOf>) => FootballClass['session_changes'] = () => [],
) => {
  const cls = sampleClass();
  const changed = { ...cls, session_changes: changes(slotOf(cls)) };
  await putClass(table, changed);
  return { cls: changed, family: await storedFamily(table) };
};

const slotOf = (cls: FootballClass) => at(cls.time_slots, 0);

interface Order extends Record<string, unknown> {
  readonly trial_date?: string | null | undefined;
}

const orderOf = (cls: FootballClass, { children }: SampleFamily, isTrial = false): Order => {
  const slot = slotOf(cls);
  const terms = bookingTerms(cls, slot, isTrial, businessMoment(now, sampleTimeZone));
  return {
    class_id: cls.id,
    time_slot_id: slot.id,
    child_id: at(children, 0).id,
    is_trial: isTrial,
    amount: terms?.amount,
    trial_date: terms?.trial_date,
    calendar_version: terms?.calendar_version,
  };
};

const book = ({ id, profile }: SampleFamily, body: Order, clock = () => now) => {
  const deps = { table, clock, timeZone: sampleTimeZone };
  return invoke(createHandler(familyRoutes, familyOperations, deps, { memberships: memberships(table) }), {
    route: 'bookSlot',
    userId: profile.id,
    familyId: id,
    headers: { 'idempotency-key': randomUUID() },
    body,
  });
};

const changeClass = async (cls: FootballClass, change: Partial<ReturnType<typeof formOf>>) => {
  const body = { ...formOf(cls), ...change };
  const { status } = await adminApi({ table }).call('updateClass', { params: { classId: cls.id }, body });
  expect(status).toBe(200);
};

/** Cancels the next session. */
const cancelNext = async (cls: FootballClass) => {
  const target = { kind: 'session', class_id: cls.id, slot_id: slotOf(cls).id, date: '2025-09-27' };
  const body = { target, reason: 'weather', note: null, remedy: { kind: 'credit' } };
  expect(await adminApi({ table }).call('cancelSessions', { body })).toMatchObject({ body: { failed: [] } });
};

/** The booking's item, without the product's reading of it. */
const storedItem = async (cls: FootballClass, { id, children }: SampleFamily) => {
  const key = bookingKey(slotOf(cls).id, id, at(children, 0).id);
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key }));
  return Item;
};

describe('the sessions of a booking', () => {
  it('are those to come that are on: the first of them and the days from it to each are stored [BOK-55]', async () => {
    const { cls, family } = await given(({ id }) => [
      cancelled('2025-10-04', { slot_id: id, remedy: makeUpOn('2025-11-12') }),
      { ...extra('2025-11-12'), slot_id: id },
    ]);
    const { status, body } = await book(family, orderOf(cls, family));
    const dates = ['2025-09-27', '2025-10-11', '2025-10-18', '2025-10-25', '2025-11-01', '2025-11-12'];
    expect({ status, body }).toMatchObject({ status: 201, body: { dates } });
    expect(await storedItem(cls, family)).toMatchObject({
      first_session: '2025-09-27',
      session_offsets: [0, 14, 21, 28, 35, 46],
    });
  });
});

describe('what was agreed', () => {
  it.each([undefined, null, '2025-09-20', '2025-10-04'])(
    'a trial on %s is refused when the next session is on Sep 27 [BOK-50]',
    async (trial_date) => {
      const { cls, family } = await given();
      const body = { ...orderOf(cls, family, true), trial_date };
      expect(await book(family, body)).toMatchObject({ status: 409, body: { code: 'trialDateChanged' } });
      expect(await storedItem(cls, family)).toBeUndefined();
    },
  );

  it('a trial of today is refused from the start of the session on [CAL-07, BOK-50]', async () => {
    const { cls, family } = await given();
    const order = orderOf(cls, family, true);
    const before = () => new Date('2025-09-27T07:59:59.999Z');
    const at9 = () => new Date('2025-09-27T08:00:00Z');
    expect(await book(family, order, at9)).toMatchObject({ body: { code: 'trialDateChanged' } });
    expect(await book(family, order, before)).toMatchObject({ status: 201 });
  });

  it.each<[string, (cls: FootballClass) => Parameters<typeof changeClass>[1]]>([
    ['venue', () => ({ venue_id: hall2.id })],
    ['skipped dates', () => ({ skipped_dates: [date('2025-09-13')] })],
    [
      'times of its slot',
      (cls) => ({
        time_slots: formOf(cls).time_slots.map((row) => ({
          ...row,
          start_time: slotOf(cls).end_time,
          end_time: time('23:00'),
        })),
      }),
    ],
  ])('a booking is refused after a change of the %s [CAL-06]', async (_name, changeOf) => {
    const { cls, family } = await given();
    const order = orderOf(cls, family);
    await changeClass(cls, changeOf(cls));
    expect(await book(family, order)).toMatchObject({ status: 409, body: { code: 'calendarChanged' } });
    expect(await book(family, { ...order, calendar_version: 1 })).toMatchObject({ status: 201 });
  });

  it.each([
    ['of a full programme', false],
    ['of a trial', true],
  ])(
    'a booking %s is refused by a cancellation that is committed between its read and its transaction [CAL-06]',
    async (_name, isTrial) => {
      const { cls, family } = await given();
      const order = orderOf(cls, family, isTrial);
      const answer = await withChangeBetween(
        table,
        () => cancelNext(cls),
        () => book(family, order),
      );
      expect(answer).toMatchObject({ status: 409, body: { code: 'calendarChanged' } });
      expect(await storedItem(cls, family)).toBeUndefined();
    },
  );
});

it('a booking costs the same with 0 and with 50 session changes [CAL-09, BOK-55]', async () => {
  const costs = [];
  for (const count of [0, 50]) {
    const { cls, family } = await given(({ id }) =>
      Array.from({ length: count }, (_, index) => ({
        ...extra(new Date(Date.UTC(2025, 10, 2 + index)).toISOString().slice(0, 10)),
        slot_id: id,
      })),
    );
    const { result, cost } = await table.measure(() => book(family, orderOf(cls, family, true)));
    expect(result.status).toBe(201);
    costs.push(cost);
  }
  expect(costs[1]).toEqual(costs[0]);
});
