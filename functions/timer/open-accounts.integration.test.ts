import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { sampleNow } from '#infra/testing/samples/samples';
import { startBookingTests } from '#infra/testing/services/booking-tests';
import { routes } from '#shared/contract/routes';
import { balanceOf, ledgerTotals } from '#shared/domain/ledger/balance';
import type { Family } from '#shared/schemas/profile';
import { familyLedgerKey } from '../data/dynamo/keys/ledger.ts';
import { chargesOf, readFullLedger } from '../data/families/ledger.ts';
import { openMissingAccounts } from './open-accounts.ts';

const system = await startBookingTests();

/** As the version before stored it: its bookings, and no account. */
const withoutAccount = async (family: Family): Promise<Family> => {
  await system.table.client.send(
    new DeleteCommand({ TableName: system.table.name, Key: familyLedgerKey(family.profile.id) }),
  );
  return family;
};

const figures = async () =>
  routes.getMoneyFigures.response.parse((await system.admin.call('getMoneyFigures')).body);

const statementOf = async ({ profile }: Family) =>
  routes.getParentLedger.response.parse(
    (await system.admin.call('getParentLedger', { params: { parentId: profile.id } })).body,
  );

it('makes the accounts of families without one, so that no sum lacks them, once [PAY-13]', async () => {
  const cls = await system.addClass({ capacities: [20, 20] });
  const [old, idle, present] = [
    await system.addFamily('Robin', 'Alex'),
    await system.addFamily(),
    await system.addFamily(),
  ];
  const first = await system.book(old, cls);
  // Bookings of the same millisecond have no order.
  system.setTime(new Date(sampleNow.getTime() + 60_000));
  await system.book(old, cls, { child: 1, slot: 1, isTrial: true });
  await system.book(present, cls);
  await withoutAccount(old);
  await withoutAccount(idle);
  expect(await figures()).toMatchObject({ charged: 12_000, open: 12_000 });

  await Promise.all([openMissingAccounts(system), openMissingAccounts(system)]);

  expect(await figures()).toMatchObject({ charged: 26_000, open: 26_000, revenue: 26_000 });
  const account = await system.accountOf(old);
  expect(account).toMatchObject({ charged: 14_000, credited: 0, received: 0, open_since: first.created_at });
  const ledger = await readFullLedger(system.table, old.profile.id);
  const recount = ledgerTotals(chargesOf(ledger, system.timeZone), ledger.entries);
  expect(account).toMatchObject(recount);
  const statement = await statementOf(old);
  expect(statement).toMatchObject({
    balance: balanceOf(recount),
    charges: [{ rest: 12_000 }, { rest: 2_000 }],
  });
  for (const family of [old, idle])
    expect((await statementOf(family)).reference).toMatch(/^F-[2-9A-HJ-NP-Z]{5}$/);

  // Done before: one read, and the account of a family that lost it is not made again.
  await withoutAccount(idle);
  const { cost } = await system.table.measure(() => openMissingAccounts(system));
  expect(cost.map(({ operation }) => operation)).toEqual(['GetItem']);
});

it('the bookings of such a family are paid and cancelled like all others [PAY-13]', async () => {
  const cls = await system.addClass({ capacities: [20] });
  const family = await system.addFamily();
  const { id, class_id, time_slot_id, child_id } = await system.book(family, cls);
  await withoutAccount(family);
  await system.table.client.send(
    new DeleteCommand({ TableName: system.table.name, Key: { PK: 'DAILY', SK: 'open-accounts' } }),
  );
  await openMissingAccounts(system);
  const { today: day } = system.moment();
  const paid = await system.admin.call('recordPayment', {
    params: { parentId: family.profile.id },
    body: { amount: 2_000, day, method: 'cash', note: null, booking_id: id, receipt: false },
  });
  expect(paid.status).toBe(201);
  const cancelled = await system.call(family, 'cancelBooking', {
    params: { bookingId: id },
    body: { class_id, time_slot_id, child_id, credit: 12_000 },
  });
  expect(cancelled.status).toBe(200);
  expect(await statementOf(family)).toMatchObject({ balance: -2_000, charges: [{ status: 'credited' }] });
});
