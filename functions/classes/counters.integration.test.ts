import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { repetitions } from '#infra/testing/runner/slowness';
import {
  at,
  formOf,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { invoke } from '#infra/testing/services/invoke';
import { readAllItems } from '#infra/testing/table/all-items';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { type ManagedClass, managedClassSchema } from '#shared/classes/managed-class';
import { familyRoutes } from '#shared/contract/family-routes';
import { bookingAmount } from '#shared/testing/session-calendars';
import { memberships } from '../accounts/accounts.ts';
import { bookingFromItem, listBookingsOfSlot } from '../booking/bookings.ts';
import { familyOperations } from '../entries/family-operations.ts';
import { entityAttribute } from '../lib/dynamo/items.ts';
import { bookingKey } from '../lib/dynamo/keys-of-classes.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { getManagedClass } from './classes.ts';

const familyCount = 12;
const capacities = [3, 8, 20];

/** One random request. Its numbers are indices, modulo the length of the list that they select from. */
interface Step {
  readonly kind: 'book' | 'trial' | 'rename' | 'age' | 'delete' | 'resize';
  readonly slot: number;
  readonly family: number;
  readonly choice: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'book',
    'book',
    'book',
    'trial',
    'rename',
    'rename',
    'age',
    'delete',
    'delete',
    'resize',
  ),
  slot: fc.nat(capacities.length - 1),
  family: fc.nat(familyCount - 1),
  choice: fc.nat(1000),
});

let table: TestTable;
beforeEach(async () => {
  table = await startTestTable();
});
afterEach(() => table.stop());

/** Returns the entry at an index modulo the length of the list. */
const pick = <T>(list: readonly T[], number: number): T => {
  const found = list[number % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

/** Stores a class and families. Returns the class and a function that runs a step over the API. */
const startClass = async () => {
  const admin = adminApi({ table });
  const deps = { table, clock: () => sampleNow, timeZone: sampleTimeZone };
  const families = createHandler(familyRoutes, familyOperations, deps, { memberships: memberships(table) });
  const cls = sampleClass({ capacities });
  const people: SampleFamily[] = Array.from({ length: familyCount }, () =>
    sampleFamily({ children: ['Ana', 'Ben', 'Cem'].map((name) => ({ name })) }),
  );
  await putClass(table, cls);
  for (const family of people) await putFamily(table, family);

  const book = ({ slot, family, choice }: Step, is_trial: boolean) => {
    const { profile, children } = pick(people, family);
    return invoke(families, {
      route: 'bookSlot',
      userId: profile.id,
      headers: { 'idempotency-key': randomUUID() },
      body: {
        class_id: cls.id,
        time_slot_id: pick(cls.time_slots, slot).id,
        child_id: pick(children, choice).id,
        is_trial,
        amount: bookingAmount(cls, is_trial, sampleToday),
        trial_date: is_trial ? at(sampleBooking(cls, at(people, 0)).dates, 0) : null,
        calendar_version: 0,
      },
    });
  };
  const chosenBooking = async ({ slot, choice }: Step) => {
    const bookings = await listBookingsOfSlot(table, pick(cls.time_slots, slot).id);
    return bookings[choice % Math.max(1, bookings.length)];
  };
  const edit = async (step: Step, change: (name: string) => string) => {
    const booking = await chosenBooking(step);
    if (!booking) return undefined;
    const body = { child_name: change(booking.child_name), child_age: (step.choice % 18) + 1 };
    return admin.call('updateBooking', { params: { bookingId: booking.id }, body });
  };
  const remove = async (step: Step) => {
    const booking = await chosenBooking(step);
    return booking && admin.call('deleteBooking', { params: { bookingId: booking.id } });
  };
  const resize = async ({ slot, choice }: Step) => {
    const current: ManagedClass | undefined = await getManagedClass(table, cls.id);
    if (!current) return undefined;
    const { time_slots, ...form } = formOf(current);
    const resized = time_slots.map((row, index) =>
      index === slot ? { ...row, max_capacity: (choice % 25) + 1 } : row,
    );
    return admin.call('updateClass', {
      params: { classId: cls.id },
      body: { ...form, time_slots: resized },
    });
  };

  const run = (step: Step) => {
    switch (step.kind) {
      case 'book':
        return book(step, false);
      case 'trial':
        return book(step, true);
      case 'rename':
        return edit(step, () => pick(['Ana', 'Ben', 'Cem', 'Dan', 'Eva'], step.choice));
      case 'age':
        return edit(step, (name) => name);
      case 'delete':
        return remove(step);
      case 'resize':
        return resize(step);
    }
  };
  return { cls, run };
};

/**
 * Counts the bookings of each slot by a scan of the table, beside the slot's counters. Expects every booking under the
 * key that its fields determine.
 */
const recount = async (cls: ManagedClass) => {
  const items = await readAllItems(table);
  const bookings = items.filter((item) => item[entityAttribute] === 'booking');
  for (const item of bookings) {
    const { time_slot_id, parent_id, child_id } = bookingFromItem(item);
    expect(item).toMatchObject(bookingKey(time_slot_id, parent_id, child_id));
  }
  return cls.time_slots.map(({ id }) => {
    const own = bookings.map(bookingFromItem).filter(({ time_slot_id }) => time_slot_id === id);
    const slot = items.find((item) => item[entityAttribute] === 'slot' && item.id === id);
    return {
      counted: { bookings: own.length, revenue: own.reduce((sum, { amount }) => sum + amount, 0) },
      counters: { bookings: slot?.current_bookings, revenue: slot?.revenue },
      isWithinCapacity: own.length <= Number(slot?.max_capacity),
    };
  });
};

/**
 * Runs steps by concurrent workers, then compares every counter with a full recount. Returns how often each outcome
 * occurred.
 */
const expectCountersToHold = async (steps: readonly Step[], workers: number) => {
  const { cls, run } = await startClass();
  const outcomes = new Map<string, number>();
  const queue = steps.values();
  const work = async () => {
    for (const step of queue) {
      const answer = await run(step);
      const outcome = `${step.kind} ${answer?.status ?? 'nothing to do'}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  const stored = managedClassSchema.parse(await getManagedClass(table, cls.id));
  for (const { counted, counters, isWithinCapacity } of await recount(stored)) {
    expect(counters).toEqual(counted);
    expect(isWithinCapacity).toBe(true);
  }
  return outcomes;
};

it('counters equal a full recount after random requests of 8 workers [DAT-15, DAT-16, ADM-31]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 120 }), async (steps) => {
      await expectCountersToHold(steps, 8);
    }),
    { numRuns: repetitions(12), endOnFailure: true },
  );
});

const many = repetitions(10_000);

it(`counters equal a full recount after ${many} requests of 32 workers [DAT-15, DAT-16]`, {
  tags: 'exhaustive',
}, async () => {
  const steps = fc.sample(anyStep, { numRuns: many, seed: 20_250_923 });
  const outcomes = await expectCountersToHold(steps, 32);
  const often = many / 200;
  // Every kind of request succeeds. Some bookings are refused. No request fails with status 500.
  for (const success of ['book 201', 'trial 201', 'rename 200', 'age 200', 'delete 204', 'resize 200']) {
    expect(outcomes.get(success) ?? 0).toBeGreaterThan(often);
  }
  expect([...outcomes.keys()].filter((outcome) => outcome.endsWith('500'))).toEqual([]);
  expect(outcomes.get('book 409')).toBeGreaterThan(often);
});
