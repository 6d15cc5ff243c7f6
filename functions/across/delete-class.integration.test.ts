import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { putClass } from '#infra/local/seed/put';
import { interruptAt } from '#infra/testing/mutants/mutant';
import { at, sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { managedClassSchema } from '#shared/classes/managed-class';
import type { TimeSlot } from '#shared/sessions/slot';
import { listBookedParents } from '../booking/bookings.ts';
import { takePlace } from '../booking/take-place.ts';
import { getClass, getTimeSlot } from '../classes/classes.ts';

let table: TestTable;
/** After the last session: the deletion of a class with sessions to come goes on in the messenger. */
const now = new Date('2025-11-05T10:00:00Z');
const clock = () => now;
let admin: ReturnType<typeof adminApi>;

beforeAll(async () => {
  table = await startTestTable();
  admin = adminApi({ table, clock });
});
afterAll(() => table.stop());

const book = async (cls: FootballClass, slot: TimeSlot, places: number) => {
  for (let place = 0; place < places; place += 1) {
    const family = await storedFamily(table);
    const result = await takePlace(table, sampleBooking(cls, family, { time_slot_id: slot.id }));
    expect(result).toMatchObject({ outcome: 'booked' });
  }
};

const stored = async (cls: FootballClass) => {
  const { body } = await admin.call('listManagedClasses');
  const { classes } = z.object({ classes: z.array(managedClassSchema) }).parse(body);
  return classes.find(({ id }) => id === cls.id);
};

describe('deleting a class that is over', () => {
  /** Two slots with bookings, one of a family that booked both. */
  const bookedClass = async () => {
    const cls = sampleClass({ capacities: [3, 5] });
    await putClass(table, cls);
    const family = await storedFamily(table);
    for (const slot of cls.time_slots) {
      await takePlace(table, sampleBooking(cls, family, { time_slot_id: slot.id }));
      await book(cls, slot, 1);
    }
    return cls;
  };

  const roster = async (cls: FootballClass) => {
    const { body } = await admin.call('getClassImpact', { params: { classId: cls.id } });
    return body;
  };
  const remove = (cls: FootballClass, api = admin, key: string = randomUUID()) =>
    api.call('deleteClass', {
      params: { classId: cls.id },
      userId: admin.userId,
      headers: { 'idempotency-key': key },
    });

  it('returns beforehand the numbers of bookings and families that it affects', async () => {
    expect(await roster(await bookedClass())).toEqual({ bookings: 4, families: 3, waiting_families: 0 });
  });

  it('deletes its slots and bookings, and nothing else [PRM-07, API-08]', async () => {
    const [cls, other] = [await bookedClass(), await bookedClass()];
    expect(await remove(cls)).toMatchObject({ status: 204, body: undefined });
    expect(await stored(cls)).toBeUndefined();
    expect(await remaining(cls)).toEqual([]);
    expect(await roster(other)).toEqual({ bookings: 4, families: 3, waiting_families: 0 });
    expect(await remove(cls)).toMatchObject({ status: 404, body: { code: 'classNotFound' } });
  });

  const remaining = async (cls: FootballClass) => {
    const parents = await Promise.all(cls.time_slots.map(({ id }) => listBookedParents(table, id)));
    const slots = await Promise.all(cls.time_slots.map(({ id }) => getTimeSlot(table, cls.id, id)));
    return [...parents.flat(), ...slots.filter((slot) => slot !== undefined)];
  };

  it('is completed by a retry of the same attempt after an interruption at any request [PRM-07, END-13]', async () => {
    let interrupted = 0;
    for (let step = 0; ; step += 1) {
      const cls = await bookedClass();
      const failing = adminApi({ table: interruptAt(step, 'after').table(table), clock });
      const key = randomUUID();
      const { status } = await remove(cls, failing, key);
      if (status === 204) break;
      interrupted += 1;
      const halfway = await stored(cls);
      if (halfway?.deleting) {
        expect(await getClass(table, cls.id)).toBeUndefined();
        const late = sampleBooking(cls, await storedFamily(table));
        expect(await takePlace(table, late)).toEqual({ outcome: 'gone' });
      }
      expect((await remove(cls, admin, key)).status).toBe(204);
      expect(await remove(cls)).toMatchObject({ status: 404, body: { code: 'classNotFound' } });
      expect(await stored(cls)).toBeUndefined();
      expect(await remaining(cls)).toEqual([]);
    }
    expect(interrupted).toBeGreaterThan(5);
  });

  it('leaves no booking that was made simultaneously', async () => {
    const cls = sampleClass({ capacities: [100] });
    await putClass(table, cls);
    const slot = at(cls.time_slots, 0);
    const families = await Promise.all(Array.from({ length: 40 }, () => storedFamily(table)));
    const [answer] = await Promise.all([
      remove(cls),
      ...families.map((family) => takePlace(table, sampleBooking(cls, family, { time_slot_id: slot.id }))),
    ]);
    if (answer.status !== 204) await remove(cls);
    expect(await stored(cls)).toBeUndefined();
    expect(await remaining(cls)).toEqual([]);
  });
});
