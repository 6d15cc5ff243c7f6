import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { sampleClass, sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { idempotencyKeySchema, slotIdSchema } from '#shared/lib/ids';
import { centsSchema, instantOf, wallTimeSchema } from '#shared/lib/values';
import { bookingItem } from '../booking/bookings.ts';
import { batchPut } from '../lib/dynamo/writes.ts';
import { newBookingId, newClassId, newSlotId } from '../lib/ids.ts';
import { getClass, getTimeSlot, listClasses } from './classes.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const at = (minutes: number) => new Date(sampleNow.getTime() + minutes * 60_000);

describe('classes', () => {
  it('lists all classes newest first with their slots by start time, in one round trip [API-04, DAT-01, DAT-07, DAT-11]', async () => {
    const older = sampleClass({ now: at(0), capacities: [10, 12, 8] });
    const newer = sampleClass({ now: at(1), capacities: [5] });
    const [first, second, third] = older.time_slots;
    if (!first || !second || !third) throw new Error('three slots expected');
    // HH:MM and HH:MM:SS mixed, stored in another order than they start.
    const shuffled = {
      ...older,
      time_slots: [
        { ...first, start_time: wallTimeSchema.parse('11:00:00') },
        { ...second, start_time: wallTimeSchema.parse('09:30') },
        { ...third, start_time: wallTimeSchema.parse('09:30:30') },
      ],
    };
    await putClass(table, shuffled);
    await putClass(table, newer);

    const { result, cost } = await table.measure(() => listClasses(table));

    expect(result.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(result[1]?.time_slots.map(({ start_time }) => start_time)).toEqual([
      '09:30',
      '09:30:30',
      '11:00:00',
    ]);
    expect(result[0]).toEqual(newer);
    expect(cost.map(({ operation }) => operation)).toEqual(['Query']);
  });

  it('reads one class with its slots in one round trip [API-05, API-10]', async () => {
    const cls = sampleClass({ now: at(2), capacities: [3, 4] });
    await putClass(table, cls);
    const { result, cost } = await table.measure(() => getClass(table, cls.id));
    expect(result).toEqual(cls);
    expect(cost.map(({ operation }) => operation)).toEqual(['Query']);
  });

  it('reads one slot with its present counters in one round trip [API-11]', async () => {
    const cls = sampleClass({ now: at(3) });
    await putClass(table, cls);
    const slot = cls.time_slots[0];
    if (!slot) throw new Error('one slot expected');
    const { result, cost } = await table.measure(() => getTimeSlot(table, cls.id, slot.id));
    expect(result).toEqual(slot);
    expect(cost.map(({ operation }) => operation)).toEqual(['GetItem']);
  });

  it('knows no class and no slot under an unknown id', async () => {
    expect(await getClass(table, newClassId(at(9)))).toBeUndefined();
    expect(await getTimeSlot(table, newClassId(at(9)), newSlotId(at(9)))).toBeUndefined();
  });

  it('does not overwrite a class that exists', async () => {
    const cls = sampleClass({ now: at(4) });
    await putClass(table, cls);
    await expect(putClass(table, { ...cls, venue: 'Elsewhere' })).rejects.toThrow();
    expect((await getClass(table, cls.id))?.venue).toBe(cls.venue);
  });
});

it('reads a listing at the same cost with 10 and with 10,000 bookings', { tags: 'exhaustive' }, async () => {
  const own = await startTestTable();
  try {
    const cls = sampleClass({ capacities: [500, 500] });
    await putClass(own, cls);
    const { id: parentId } = sampleFamily();
    const storeBookings = async (from: number, to: number) => {
      const items = Array.from({ length: to - from }, (_, index) => {
        const number = from + index;
        return bookingItem({
          id: newBookingId(at(number)),
          parent_id: parentId,
          class_id: cls.id,
          time_slot_id: slotIdSchema.parse(cls.time_slots[number % 2]?.id),
          child_id: sampleFamily().children[0]?.id ?? raise(),
          child_name: `Child ${number}`,
          child_age: 7,
          is_trial: false,
          trial_date: null,
          dates: [cls.start_date],
          calendar_version: 0,
          amount: centsSchema.parse(10000),
          created_at: instantOf(at(number)),
          idempotency_key: idempotencyKeySchema.parse(`attempt-of-child-${number}`),
          credited: centsSchema.parse(0),
          credited_dates: new Set(),
        });
      });
      await batchPut(own, items);
    };

    await storeBookings(0, 10);
    const few = await own.measure(() => listClasses(own));
    await storeBookings(10, 10_000);
    const many = await own.measure(() => listClasses(own));

    expect(many.cost).toEqual(few.cost);
    expect(many.cost).toHaveLength(1);
    expect(many.cost[0]?.tableUnits).toBeGreaterThan(0);
  } finally {
    await own.stop();
  }
});

const raise = (): never => {
  throw new Error('a sample family has a child');
};
