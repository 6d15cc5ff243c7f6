import { describe, expect, it } from 'vitest';
import { putClass, putVenue } from '#infra/local/seed/put';
import { at, formOf, type SampleFamily, sampleClass, sampleVenueNamed } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { cancelled, extra, makeUpOn } from '#shared/testing/session-calendars';
import { date, time } from '#shared/testing/values';
import { bookingKey } from '../lib/dynamo/keys-of-classes.ts';
import { getItem } from '../lib/dynamo/reads.ts';

const system = await startTests(bookingSteps);
const { table, orderOf, setTime } = system;
const hall2 = sampleVenueNamed('Hall 2');
await putVenue(table, hall2);

const slotOf = (cls: FootballClass) => at(cls.time_slots, 0);

/** A class of Saturdays until Nov 1 in progress: the next session is on Sep 27. */
const given = async (
  changes: (slot: ReturnType<typeof slotOf>) => FootballClass['session_changes'] = () => [],
) => {
  const sample = sampleClass();
  const cls = { ...sample, session_changes: changes(slotOf(sample)) };
  await putClass(table, cls);
  return { cls, family: await system.addFamily() };
};

const book = (family: SampleFamily, body: object) => system.asFamily(family, 'bookSlot', { body });

/** The booking's item, without the product's reading of it. */
const storedItem = (cls: FootballClass, { id, children }: SampleFamily) =>
  getItem(table, { key: bookingKey(slotOf(cls).id, id, at(children, 0).id), fromItem: (item) => item });

it('the sessions of a booking are those to come that are on: the first of them and the days from it to each are stored [BOK-55]', async () => {
  const { cls, family } = await given(({ id }) => [
    cancelled('2025-10-04', { slot_id: id, remedy: makeUpOn('2025-11-12') }),
    { ...extra('2025-11-12'), slot_id: id },
  ]);
  const { status, body } = await book(family, await orderOf(family, cls));
  const dates = ['2025-09-27', '2025-10-11', '2025-10-18', '2025-10-25', '2025-11-01', '2025-11-12'];
  expect({ status, body }).toMatchObject({ status: 201, body: { dates } });
  expect(await storedItem(cls, family)).toMatchObject({
    first_session: '2025-09-27',
    session_offsets: [0, 14, 21, 28, 35, 46],
  });
});

describe('what was agreed', () => {
  it.each([undefined, null, '2025-09-20', '2025-10-04'])(
    'a trial on %s is refused when the next session is on Sep 27 [BOK-50]',
    async (trial_date) => {
      const { cls, family } = await given();
      const body = { ...(await orderOf(family, cls, { isTrial: true })), trial_date };
      expect(await book(family, body)).toMatchObject({ status: 409, body: { code: 'trialDateChanged' } });
      expect(await storedItem(cls, family)).toBeUndefined();
    },
  );

  it('a trial of today is refused from the start of the session on [CAL-07, BOK-50]', async () => {
    const { cls, family } = await given();
    const order = await orderOf(family, cls, { isTrial: true });
    setTime('2025-09-27T08:00:00Z');
    expect(await book(family, order)).toMatchObject({ body: { code: 'trialDateChanged' } });
    setTime('2025-09-27T07:59:59.999Z');
    expect(await book(family, order)).toMatchObject({ status: 201 });
  });

  it.each<[string, (cls: FootballClass) => Partial<ReturnType<typeof formOf>>]>([
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
    const order = await orderOf(family, cls);
    const change = { params: { classId: cls.id }, body: { ...formOf(cls), ...changeOf(cls) } };
    expect((await system.admin.call('updateClass', change)).status).toBe(200);
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
      const order = await orderOf(family, cls, { isTrial });
      const target = { kind: 'session', class_id: cls.id, slot_id: slotOf(cls).id, date: '2025-09-27' };
      const body = { target, reason: 'weather', note: null, remedy: { kind: 'credit' } };
      const answer = await withChangeBetween(
        table,
        () => system.admin.call('cancelSessions', { body }),
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
    const order = await orderOf(family, cls, { isTrial: true });
    const { result, cost } = await table.measure(() => book(family, order));
    expect(result.status).toBe(201);
    costs.push(cost);
  }
  expect(costs[1]).toEqual(costs[0]);
});
