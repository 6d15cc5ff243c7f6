import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { sampleClass, sampleNow } from '#infra/testing/samples/samples';
import { startTests } from '#infra/testing/services/system';
import { wallTimeSchema } from '#shared/lib/values';
import { getClass, getTimeSlot, listClasses } from './classes.ts';

const { table } = await startTests(() => ({}));

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
});
