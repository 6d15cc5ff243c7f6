import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put-class';
import { sampleBooking } from '#infra/testing/samples/sample-booking';
import { sampleClass, sampleToday } from '#infra/testing/samples/samples';
import { type MemberSystem, startMemberSystem } from '#infra/testing/services/member-system';
import { addDays } from '#shared/domain/time/calendar';
import { checkedRowsSchema, recordedRowsSchema } from '#shared/schemas/bank-import';
import { userIdSchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { managedStatementSchema } from '#shared/schemas/statement';
import { takePlace } from '../../data/bookings/take-place.ts';
import { newBookingId } from '../../data/ids.ts';
import { getFamilyLedger } from '../../data/ledger/family-ledger.ts';

let system: MemberSystem;
const cls = sampleClass({ capacities: [500] });
beforeAll(async () => {
  system = await startMemberSystem();
  await putClass(system.table, cls);
});
afterAll(() => system.stop());

/** A family that owes $120.00. */
const owing = async (): Promise<Family> => {
  const family = await system.join({}, [{ name: 'Ana' }]);
  const booking = sampleBooking(cls, family, { id: newBookingId(system.clock()) });
  expect(await takePlace(system.table, booking, { ledger: undefined })).toMatchObject({ outcome: 'booked' });
  return family;
};

const statementOf = async ({ profile }: Family) =>
  managedStatementSchema.parse(
    (await system.admin.call('getParentLedger', { params: { parentId: profile.id } })).body,
  );

const rowOf = (text: string, more: object = {}) => ({
  ...{ day: sampleToday, amount: 1_000, text, payer: '', number: 1 },
  ...more,
});
type Row = ReturnType<typeof rowOf>;

const check = async (rows: readonly Row[]) =>
  checkedRowsSchema.parse((await system.admin.call('lookUpBankRows', { body: { rows } })).body).rows;

const record = async ({ id }: Pick<Family['profile'], 'id'>, rows: readonly Row[]) => {
  system.later(1);
  const answer = await system.admin.call('recordBankRows', {
    body: {
      rows: rows.map((row) => ({ row, parent_id: id })),
      ...{ method: 'bank-transfer', receipt: false },
    },
  });
  return recordedRowsSchema.parse(answer.body).outcomes;
};

const receivedOf = async (family: Family) =>
  (await statementOf(family)).entries
    .filter(({ kind, taken_back }) => kind === 'payment' && !taken_back)
    .reduce((sum, { amount }) => sum + amount, 0);

describe('rows of a bank file', () => {
  it('are recorded once, whoever sends which part of a file in which order at the same time [BNK-02]', async () => {
    const family = await owing();
    const rows = Array.from({ length: 8 }, (_, n) => rowOf(`once ${n % 4}`, { number: n < 4 ? 1 : 2 }));
    const parts = [rows, rows.toReversed(), rows.slice(3), rows.slice(0, 5)];
    const outcomes = (await Promise.all(parts.map((part) => record(family.profile, part)))).flat();
    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(8);
    expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(outcomes.length - 8);
    expect(await receivedOf(family)).toBe(8_000);
    expect((await statementOf(family)).balance).toBe(4_000);
    expect((await getFamilyLedger(system.table, family.profile.id))?.received).toBe(8_000);
    expect((await check(rows)).map(({ state }) => state)).toEqual(rows.map(() => 'recorded'));
  });

  it('are of one family only, whoever assigns them at the same time [BNK-02]', async () => {
    const [one, other] = [await owing(), await owing()];
    const row = rowOf('two families');
    const outcomes = await Promise.all([record(one.profile, [row]), record(other.profile, [row])]);
    expect(outcomes.flat().toSorted()).toEqual(['known', 'recorded']);
    expect((await receivedOf(one)) + (await receivedOf(other))).toBe(1_000);
  });

  it('are known by day, amount, text and number, in any spaces and capitals [BNK-02]', async () => {
    const family = await owing();
    const row = rowOf('Known Text', { payer: 'A. Parent' });
    expect(await record(family.profile, [row])).toEqual(['recorded']);
    expect(await record(family.profile, [{ ...row, text: 'KNOWN  text' }])).toEqual(['known']);
    const others = [{ day: addDays(sampleToday, -1) }, { amount: 1_001 }, { text: 'Other' }, { number: 2 }];
    expect(
      await record(
        family.profile,
        others.map((other) => ({ ...row, ...other })),
      ),
    ).toEqual(others.map(() => 'recorded'));
  });

  it('can be recorded again after their payment was taken back, for another family [BNK-02]', async () => {
    const [wrong, right] = [await owing(), await owing()];
    const row = rowOf('taken back');
    await record(wrong.profile, [row]);
    const [entry] = (await statementOf(wrong)).entries;
    const params = { parentId: wrong.profile.id };
    const body = { entry: entry?.key };
    expect(await system.admin.call('takeBackEntry', { params, body })).toMatchObject({ status: 201 });
    expect(await check([row])).toMatchObject([{ state: 'taken-back' }]);
    expect(await record(right.profile, [row])).toEqual(['recorded']);
    expect(await system.admin.call('takeBackEntry', { params, body })).toMatchObject({ status: 201 });
    expect(await record(wrong.profile, [row])).toEqual(['known']);
    expect([await receivedOf(wrong), await receivedOf(right)]).toEqual([0, 1_000]);
  });

  it('are matched by reference, by payer or by the open amount [BNK-03]', async () => {
    const family = await owing();
    const { reference, balance } = await statementOf(family);
    const small = reference?.toLowerCase().replace('-', ' ');
    const payer = 'Somebody Else';
    const parent_id = family.profile.id;
    expect(await check([rowOf(`from ${small}`), rowOf('nothing', { payer })])).toMatchObject([
      { state: 'new', match: { by: 'reference', parent_id, balance, is_repeated: false } },
      { match: null },
    ]);
    await record(family.profile, [rowOf('before', { payer, amount: 777 })]);
    expect(
      await check([rowOf('nothing', { payer, amount: 777 }), rowOf('', { amount: 11_223 })]),
    ).toMatchObject([
      { match: { by: 'payer', parent_id, is_repeated: true } },
      { match: { by: 'amount', parent_id } },
    ]);
  });

  it('are refused for a day that PAY-05 refuses, and for no family', async () => {
    const family = await owing();
    const body = {
      rows: [{ row: rowOf('late', { day: addDays(sampleToday, 1) }), parent_id: family.profile.id }],
      ...{ method: 'card', receipt: false },
    };
    expect(await system.admin.call('recordBankRows', { body })).toMatchObject({ status: 400 });
    expect(await record({ id: userIdSchema.parse(crypto.randomUUID()) }, [rowOf('nobody')])).toEqual([
      'gone',
    ]);
  });
});
