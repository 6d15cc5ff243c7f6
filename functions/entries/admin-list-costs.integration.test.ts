import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '#infra/local/seed/world';
import { at } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { type RequestCost, unitsOf } from '#infra/testing/table/record-costs';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { makeLoad } from '#infra/tools/load/make-load';
import { storeLoad } from '#infra/tools/load/store-load';
import { bookingPageSchema } from '#shared/booking/admin-routes';
import { foundSchema, parentPageSchema } from '#shared/families/admin-routes';
import { pageSizes } from '#shared/limits';
import { activityEntrySchema } from '#shared/school/activity';
import { dashboardSchema } from '#shared/school/admin-routes';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { auditEventPut } from '../school/activity.ts';

/** The second day of a month: the first page of bookings includes the month before. */
const now = new Date('2026-03-02T00:00:00Z');
const { usual } = pageSizes;

interface Business {
  readonly table: TestTable;
  readonly load: World;
  readonly measure: (
    route: Parameters<ReturnType<typeof adminApi>['call']>[0],
    request?: Parameters<ReturnType<typeof adminApi>['call']>[1],
  ) => Promise<{ body: unknown; cost: readonly RequestCost[] }>;
}

const start = async (bookings: number): Promise<Business> => {
  const load = makeLoad({ classes: 40, slots: 200, families: 600, bookings }, { now, seed: 1 });
  const table = await startTestTable();
  await storeLoad(table, load);
  const api = adminApi({ table, clock: () => now });
  return {
    table,
    load,
    measure: async (route, request) => {
      const { result, cost } = await table.measure(() => api.call(route, request));
      expect(result.status).toBe(200);
      return { body: result.body, cost };
    },
  };
};

let few: Business;
let many: Business;
beforeAll(async () => {
  few = await start(50);
  many = await start(5_000);
});
afterAll(() => Promise.all([few.table.stop(), many.table.stop()]));

const operationsOf = (cost: readonly RequestCost[]): string[] => cost.map(({ operation }) => operation);
const catalogueItems = ({ load }: Business): number =>
  load.classes.length + load.classes.flatMap((cls) => cls.time_slots).length;

describe('with 50 and with 5,000 bookings', () => {
  it('the dashboard costs the same', async () => {
    const [small, large] = [await few.measure('getDashboard'), await many.measure('getDashboard')];
    expect([small, large].map(({ body }) => dashboardSchema.parse(body).bookings)).toEqual([50, 5_000]);
    expect(operationsOf(large.cost).toSorted()).toEqual([
      ...['GetItem', 'GetItem'],
      // Classes with slots, coaches, who stands in, and what is to be decided about families.
      ...['Query', 'Query', 'Query', 'Query'],
    ]);
    expect(large.cost.map(({ itemsRead }) => itemsRead)).toEqual(
      small.cost.map(({ itemsRead }) => itemsRead),
    );
    // Only the digits of the counters grow.
    expect(unitsOf(large.cost) - unitsOf(small.cost)).toBeLessThanOrEqual(0.5);
    expect(unitsOf(small.cost)).toBeGreaterThan(5);
  });

  it('the list of classes costs the same', async () => {
    const [small, large] = [
      await few.measure('listManagedClasses'),
      await many.measure('listManagedClasses'),
    ];
    for (const { cost } of [small, large]) {
      expect(operationsOf(cost)).toEqual(['Query']);
      expect(at(cost, 0).itemsRead).toBe(catalogueItems(many));
    }
    expect(unitsOf(large.cost) - unitsOf(small.cost)).toBeLessThanOrEqual(0.5);
  });

  it('the first page of bookings reads its bookings, one more, and the items they refer to', async () => {
    const { body, cost } = await many.measure('searchBookings', { body: {} });
    expect(bookingPageSchema.parse(body)).toMatchObject({ total: 5_000, bookings: { length: usual } });
    const [catalogue, ...rest] = cost;
    const months = rest.filter(({ operation }) => operation === 'Query');
    const parents = rest.filter(({ operation }) => operation === 'BatchGetItem');
    expect(catalogue?.itemsRead).toBe(catalogueItems(many));
    // The page covers two months and reads no more bookings than a page needs.
    expect(months.length).toBeGreaterThan(1);
    expect(months.reduce((sum, { itemsRead }) => sum + itemsRead, 0)).toBe(usual + 1);
    expect(parents).toHaveLength(2);
    for (const { itemsRead } of parents) expect(itemsRead).toBeLessThanOrEqual(usual);
    // 51 bookings of about 600 bytes at half a unit per 4 KB, and half a unit for each parent and for each account.
    expect(unitsOf(months)).toBeLessThanOrEqual(6);
    expect(unitsOf(parents)).toBeLessThanOrEqual(usual);
  });

  it('the first page of parents reads its parents and one more, and counts their bookings', async () => {
    const { body, cost } = await many.measure('searchParents', { body: {} });
    const { parents, total } = parentPageSchema.parse(body);
    expect([total, parents.length]).toEqual([600, usual]);
    const queries = cost.filter(({ operation }) => operation === 'Query');
    // Parents, and administrators with a child or a booking, of whom there are none.
    const [page, staff, ...counts] = queries;
    expect([page?.itemsRead, staff?.itemsRead]).toEqual([usual + 1, 0]);
    expect(unitsOf(page ? [page] : [])).toBeLessThanOrEqual(4);
    // The counts run in parallel, at half a unit for five bookings of a family. One item holds the number of parents.
    expect(counts).toHaveLength(usual);
    const booked = Map.groupBy(many.load.bookings, ({ parent_id }) => parent_id);
    const halves = parents.map(({ id }) => Math.max(1, Math.ceil((booked.get(id)?.length ?? 0) / 5)));
    expect(unitsOf(counts)).toBeLessThanOrEqual(halves.reduce((sum, half) => sum + half, 0) / 2);
    expect(operationsOf(cost.filter((request) => !queries.includes(request)))).toEqual(['GetItem']);
  });

  it('a search for anything reads the words and families that it finds, and the bookings of three families', async () => {
    const { id, profile } = at(many.load.families, 7);
    const { body, cost } = await many.measure('searchEverything', { body: { query: profile.email } });
    expect(foundSchema.parse(body).families.map((family) => family.id)).toContain(id);
    // Words and ten families, then bookings of at most three families with what they refer to.
    const [words, ...rest] = operationsOf(cost);
    expect(words).toBe('Query');
    expect(rest.filter((operation) => operation === 'BatchGetItem')).toHaveLength(2);
    expect(rest.filter((operation) => operation === 'Query').length).toBeLessThanOrEqual(4);
    expect(unitsOf(cost)).toBeLessThan(15);
  });

  it('the roster reads one class, the bookings of one slot, and the families of these bookings', async () => {
    const cls = at(many.load.classes, 20);
    const slot = at(cls.time_slots, 0);
    const params = { classId: cls.id };
    const { cost } = await many.measure('getRoster', { params, query: { slot: slot.id } });
    // The last one records who reads the cards (SEE-01).
    expect(operationsOf(cost)).toEqual(['Query', 'Query', 'BatchGetItem', 'BatchGetItem', 'UpdateItem']);
    const [ofClass, ofSlot] = cost.slice(0, 2).map(({ itemsRead }) => itemsRead);
    expect(ofClass).toBe(1 + cls.time_slots.length);
    expect(ofSlot).toBe(slot.current_bookings);
    expect(at(cost, 2).itemsRead).toBeLessThanOrEqual(2 * slot.current_bookings);
  });

  it('the list of administrators reads administrators and invitations only', async () => {
    const { cost } = await many.measure('listAdmins');
    expect(cost.map(({ operation, itemsRead }) => ({ operation, itemsRead }))).toEqual([
      // The administrators, and invitations.
      { operation: 'Query', itemsRead: 0 },
      { operation: 'Query', itemsRead: 0 },
    ]);
  });

  it('a search for one family reads the directory and the items it finds', async () => {
    const { id, profile } = at(many.load.families, 300);
    const { body, cost } = await many.measure('searchBookings', { body: { query: profile.email } });
    const found = many.load.bookings.filter(({ parent_id }) => parent_id === id).length;
    expect(bookingPageSchema.parse(body).total).toBe(found);
    // Classes with slots, families, the family's bookings, its item and its ledger.
    expect(cost.map(({ itemsRead }) => itemsRead).toSorted((one, other) => other - one)).toEqual([
      600,
      catalogueItems(many),
      found,
      1,
      1,
    ]);
    // 600 families of about 400 bytes.
    expect(unitsOf(cost)).toBeLessThan(60);
  });
});

it('the first page of activity reads its entries, one more, and the names in them', async () => {
  const actor_id = at(many.load.families, 0).profile.id;
  for (const [nth, { id: subject_id }] of many.load.families.slice(0, 120).entries()) {
    const event = { actor_id, action: 'parent.updated', subject_id } as const;
    await sendTransaction(many.table, [
      auditEventPut(many.table, new Date(now.getTime() - nth * 1000), event),
    ]);
  }
  const { body, cost } = await many.measure('listActivity');
  expect(Object(body).entries.map((entry: unknown) => activityEntrySchema.parse(entry))).toHaveLength(usual);
  const reads = cost.map(({ operation, itemsRead }) => `${operation} ${itemsRead}`);
  expect(reads.toSorted()).toEqual([
    // Who acted: an account, and the family that has its name.
    ...['BatchGetItem 1', 'BatchGetItem 1'],
    `BatchGetItem ${usual}`,
    `Query ${usual + 1}`,
  ]);
  expect(unitsOf(cost)).toBeLessThanOrEqual(2.5 + (usual + 2) / 2);
});
