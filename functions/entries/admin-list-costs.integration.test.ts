import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeWorld, type World } from '#infra/local/seed/world';
import { adminApi } from '#infra/testing/services/admin-api';
import { type RequestCost, unitsOf } from '#infra/testing/table/record-costs';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { makeLoad } from '#infra/tools/load/make-load';
import { bookingPageSchema } from '#shared/booking/admin-routes';
import { parentPageSchema } from '#shared/families/admin-routes';
import { pageSizes } from '#shared/limits';
import { dashboardSchema } from '#shared/school/admin-routes';

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
  await storeWorld(table, load);
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
      // Figures of people, settings, and, since these name no way to pay, the mode of card payments.
      ...['GetItem', 'GetItem', 'GetItem'],
      // Classes with slots, coaches, who stands in, and what is to be decided about families and card payments.
      ...['Query', 'Query', 'Query', 'Query', 'Query'],
    ]);
    expect(large.cost.map(({ itemsRead }) => itemsRead)).toEqual(
      small.cost.map(({ itemsRead }) => itemsRead),
    );
    // Only the digits of the counters grow.
    expect(unitsOf(large.cost) - unitsOf(small.cost)).toBeLessThanOrEqual(0.5);
    expect(unitsOf(small.cost)).toBeGreaterThan(5);
  });

  it('the first page of bookings reads its bookings, one more, and the items they refer to', async () => {
    const { body, cost } = await many.measure('searchBookings', { body: {} });
    expect(bookingPageSchema.parse(body)).toMatchObject({ total: 5_000, bookings: { length: usual } });
    const [catalogue, ...rest] = cost;
    const itemsRead = (operation: string) =>
      rest.filter((request) => request.operation === operation).map((request) => request.itemsRead);
    expect(catalogue?.itemsRead).toBe(catalogueItems(many));
    // The page covers two months and reads no more bookings than a page needs, and their parents and accounts.
    expect(itemsRead('Query').length).toBeGreaterThan(1);
    expect(itemsRead('Query').reduce((sum, items) => sum + items, 0)).toBe(usual + 1);
    expect(itemsRead('BatchGetItem')).toHaveLength(2);
    expect(Math.max(...itemsRead('BatchGetItem'))).toBeLessThanOrEqual(usual);
  });

  it('the first page of parents reads its parents and one more, and counts their bookings', async () => {
    const { body, cost } = await many.measure('searchParents', { body: {} });
    const { parents, total } = parentPageSchema.parse(body);
    expect([total, parents.length]).toEqual([600, usual]);
    const queries = cost.filter(({ operation }) => operation === 'Query');
    // Parents, administrators with a child or a booking, of whom there are none, and the bookings of each parent.
    const [page, staff, ...counts] = queries;
    expect([page?.itemsRead, staff?.itemsRead, counts.length]).toEqual([usual + 1, 0, usual]);
    expect(operationsOf(cost.filter((request) => !queries.includes(request)))).toEqual(['GetItem']);
  });
});
