import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SampleFamily, sampleToday } from '#infra/testing/samples/samples';
import { rowOf, startBankTests } from '#infra/testing/services/bank-tests';
import { recordedRowsSchema } from '#shared/bank/import';
import { addDays } from '#shared/lib/calendar';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { newFamilyId } from '../lib/ids.ts';

const { system, owing, statementOf, receivedOf, takeBack, check } = await startBankTests();

const record = async (
  { id }: Pick<SampleFamily, 'id'>,
  rows: readonly object[],
  press: string = randomUUID(),
) => {
  system.later(1);
  const asked = rows.map((row) => ({ row, parent_id: id }));
  const body = { rows: asked, method: 'bank-transfer', receipt: false, press };
  return recordedRowsSchema.parse((await system.admin.call('recordBankRows', { body })).body).outcomes;
};

describe('rows of a bank file', () => {
  it('are recorded once, whoever sends which part of a file in which order at the same time [BNK-02]', async () => {
    const family = await owing();
    const rows = Array.from({ length: 8 }, (_, n) => rowOf(`once ${n}`));
    const parts = [rows, rows.toReversed(), rows.slice(3), rows.slice(0, 5)];
    const outcomes = (await Promise.all(parts.map((part) => record(family, part)))).flat();
    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(8);
    expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(outcomes.length - 8);
    expect(await receivedOf(family)).toBe(6_216);
    expect((await statementOf(family)).balance).toBe(5_784);
    expect((await check(rows)).map(({ state }) => state)).toEqual(rows.map(() => 'recorded'));
  });

  it('are known by what the file says, whatever was chosen of it [BNK-02, BNK-04]', async () => {
    const family = await owing();
    const row = rowOf('Known Text', { payer: 'A. Parent' });
    expect(await record(family, [row])).toEqual(['recorded']);
    const chosen = [{ day: addDays(sampleToday, -1) }, { amount: 1_001 }, { text: 'Other' }, { payer: '' }];
    for (const other of chosen) {
      expect(await check([{ ...row, ...other }])).toMatchObject([{ state: 'recorded', match: null }]);
      expect(await record(family, [{ ...row, ...other }])).toEqual(['known']);
    }
    expect(await receivedOf(family)).toBe(777);
  });

  it('that a press recorded are recorded for it, also after a lost answer, and known to another one [BNK-02]', async () => {
    const family = await owing();
    const press = randomUUID();
    const rows = [rowOf('pressed 1'), rowOf('pressed 2')];
    expect(await record(family, rows.slice(0, 1))).toEqual(['recorded']);
    expect(await record(family, rows, press)).toEqual(['known', 'recorded']);
    expect(await record(family, rows, press)).toEqual(['known', 'recorded']);
    expect(await record(family, rows)).toEqual(['known', 'known']);
    // Sent twice at once, both answers say so.
    const [row] = [rowOf('pressed at once')];
    const answers = [record(family, [row], press), record(family, [row], press)];
    expect(await Promise.all(answers)).toEqual([['recorded'], ['recorded']]);
    expect(await receivedOf(family)).toBe(3 * 777);
  });

  it('can be recorded and taken back again and again, for any family: each time is a payment of its own [BNK-02]', async () => {
    const [one, other] = [await owing(), await owing()];
    const row = rowOf('again and again');
    for (const family of [one, one, other, one]) {
      expect(await record(family, [row])).toEqual(['recorded']);
      expect(await record(family === one ? other : one, [row])).toEqual(['known']);
      expect(await receivedOf(family)).toBe(777);
      await takeBack(family);
      expect(await check([row])).toMatchObject([{ state: 'taken-back' }]);
    }
    expect([await receivedOf(one), await receivedOf(other)]).toEqual([0, 0]);
  });

  it('are matched by reference, by payer or by the open amount [BNK-03]', async () => {
    const family = await owing();
    const { reference, balance } = await statementOf(family);
    const small = reference?.toLowerCase().replace('-', ' ');
    const payer = 'Somebody Else';
    const parent_id = family.id;
    expect(await check([rowOf(`from ${small}`), rowOf('nothing', { payer })])).toMatchObject([
      { state: 'new', match: { by: 'reference', parent_id, balance, is_repeated: false } },
      { match: null },
    ]);
    await record(family, [rowOf('before', { payer, amount: 771 })]);
    expect(
      await check([rowOf('nothing', { payer, amount: 771 }), rowOf('', { amount: 11_229 })]),
    ).toMatchObject([
      { match: { by: 'payer', parent_id, is_repeated: true } },
      { match: { by: 'amount', parent_id } },
    ]);
  });

  it('repeat a payment of at most three days before or after, which was not taken back, and no refund [BNK-03]', async () => {
    const day = addDays(sampleToday, -10);
    const common = { amount: 777, method: 'cash', note: 'Cash' };
    for (const [days, isRepeated] of [
      [-4, false],
      [-3, true],
      [3, true],
      [4, false],
    ] as const) {
      const family = await owing();
      const { reference } = await statementOf(family);
      const params = { parentId: family.id };
      const refund = { params, body: { ...common, day } };
      expect((await system.admin.call('recordRefund', refund)).status).toBe(201);
      const expectRepeated = async (is_repeated: boolean) =>
        expect(await check([rowOf(`${reference}`, { day })])).toMatchObject([{ match: { is_repeated } }]);
      await expectRepeated(false);
      const body = { ...common, day: addDays(day, days), booking_id: null, receipt: false };
      expect((await system.admin.call('recordPayment', { params, body })).status).toBe(201);
      await expectRepeated(isRepeated);
      await takeBack(family);
      await expectRepeated(false);
    }
  });

  it('are proposed for the one family that owes the amount, beside one that is being deleted [BNK-03]', async () => {
    const [one, other] = [await owing(), await owing()];
    for (const family of [one, other])
      expect(await record(family, [rowOf(family.id, { amount: 889 })])).toEqual(['recorded']);
    const row = rowOf('rest', { amount: 11_111 });
    expect(await check([row])).toMatchObject([{ match: null }]);
    await beginFamilyDeletion(system.table, one.id);
    expect(await check([row])).toMatchObject([{ match: { by: 'amount', parent_id: other.id } }]);
  });

  it('are remembered for ten payers of a family at most, and recorded for more [BNK-03]', async () => {
    const family = await owing();
    const rows = Array.from({ length: 11 }, (_, n) => rowOf(`Payer ${n}`, { payer: `Payer ${n}` }));
    expect(await record(family, rows)).toEqual(rows.map(() => 'recorded'));
    const ledger = await getFamilyLedger(system.table, family.id, { consistent: true });
    expect(ledger?.payers.size).toBe(10);
  });

  it('are refused for a day that PAY-05 refuses, and for no family', async () => {
    const family = await owing();
    const body = {
      rows: [{ row: rowOf('late', { day: addDays(sampleToday, 1) }), parent_id: family.id }],
      method: 'card',
      receipt: false,
      press: randomUUID(),
    };
    expect(await system.admin.call('recordBankRows', { body })).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'day' }] },
    });
    expect(await record({ id: newFamilyId(system.clock()) }, [rowOf('nobody')])).toEqual(['gone']);
  });
});
