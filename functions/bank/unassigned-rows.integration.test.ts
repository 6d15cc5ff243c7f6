import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily, sampleToday } from '#infra/testing/samples/samples';
import { rowOf, startBankTests } from '#infra/testing/services/bank-tests';
import { readAllItems } from '#infra/testing/table/all-items';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { retainedRowsSchema, retainedRowUntil, unassignedRowPageSchema } from '#shared/bank/import';
import { type BankRow, secondReferenceSchema } from '#shared/ledger/references';
import { addDays } from '#shared/lib/calendar';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { type Key, keyOfItem, toEpochSeconds } from '../lib/dynamo/items.ts';
import { bankRowKey, referenceKey, unassignedRowKey } from '../lib/dynamo/keys-of-people.ts';
import { deleteItem } from '../lib/dynamo/writes.ts';
import { eraseIgnoredReasons, eraseUnassignedRows } from './bank-rows.ts';

const { system, owing, statementOf, receivedOf, takeBack, check: checkAll } = await startBankTests();

const check = async (row: BankRow) => (await checkAll([row]))[0];
const keep = async (rows: readonly BankRow[]) => {
  const answer = await system.admin.call('keepBankRows', { body: { rows, method: 'card' } });
  return retainedRowsSchema.parse(answer.body).outcomes;
};
const list = async () =>
  unassignedRowPageSchema.parse((await system.admin.call('listUnassignedRows')).body).rows;
const isListed = async (row: BankRow) => (await list()).some(({ id }) => id === row.id);
const nameOf = (row: BankRow) => ({ day: row.day, rowId: row.id });
const assign = (row: BankRow, { id }: Pick<SampleFamily, 'id'>, more: object = {}) =>
  system.admin.call('assignUnassignedRow', {
    params: nameOf(row),
    body: { parent_id: id, receipt: true, ...more },
  });
const ignore = (row: BankRow, reason = 'Rent that came back') =>
  system.admin.call('ignoreUnassignedRow', { params: nameOf(row), body: { reason } });
const record = (row: BankRow, { id }: Pick<SampleFamily, 'id'>, more: object = {}) =>
  system.admin.call('recordBankRows', {
    body: { rows: [{ row, parent_id: id, ...more }], method: 'card', receipt: false, press: randomUUID() },
  });
const setReference = ({ id }: SampleFamily, second_reference: string | null) =>
  system.admin.call('setSecondReference', { params: { parentId: id }, body: { second_reference } });

describe('an unassigned row', () => {
  it('is on the list once, whoever keeps which part of a file at the same time [BNK-02, BNK-03]', async () => {
    const rows = Array.from({ length: 6 }, (_, n) => rowOf(`kept ${n}`));
    const outcomes = await Promise.all([keep(rows), keep(rows.toReversed()), keep(rows.slice(2))]);
    expect(outcomes.flat().filter((outcome) => outcome === 'unassigned')).toHaveLength(6);
    const ids = (await list()).map(({ id }) => id).filter((id) => rows.some((row) => row.id === id));
    expect(ids).toHaveLength(6);
    for (const row of rows) await ignore(row);
  });

  it('becomes a payment of the family that it is assigned to, with its method, once [BNK-03, PAY-06]', async () => {
    const family = await owing();
    const row = rowOf('Football for Ana', { payer: 'Grandmother' });
    await keep([row]);
    const answers = await Promise.all([assign(row, family), assign(row, family), assign(row, family)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
    expect(await statementOf(family)).toMatchObject({
      entries: [{ kind: 'payment', amount: 777, method: 'card', note: 'Football for Ana' }],
    });
    expect(await isListed(row)).toBe(false);
    expect(await keep([row])).toEqual(['known']);
    expect(await check(row)).toMatchObject({ state: 'recorded', match: null });
    expect(await check(rowOf('nothing', { payer: 'grandmother' }))).toMatchObject({ match: { by: 'payer' } });
  });

  it('is of one family, or ignored, whoever decides at the same time [BNK-03]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await owing(), await owing()];
      const row = rowOf(`decided ${round}`);
      await keep([row]);
      const answers = await Promise.all([
        assign(row, one),
        ignore(row),
        assign(row, other),
        record(row, one),
      ]);
      const decided = answers.slice(0, 3).filter(({ status }) => status === 204);
      const money = (await receivedOf(one)) + (await receivedOf(other));
      const { state } = (await check(row)) ?? {};
      expect([0, 777]).toContain(money);
      expect(state).toBe(money === 0 ? 'ignored' : 'recorded');
      expect(decided.length).toBeLessThanOrEqual(1);
      for (const { status } of answers.slice(0, 3)) expect([204, 409]).toContain(status);
      expect(await isListed(row)).toBe(false);
    }
  });

  it('never returns once it is ignored; its text is gone, and the reason stays [BNK-03]', async () => {
    const row = rowOf('Rent of the hall', { payer: 'A Landlord' });
    await keep([row]);
    expect(await ignore(row, '')).toMatchObject({ status: 400, body: { issues: [{ field: 'reason' }] } });
    expect(await ignore(row)).toMatchObject({ status: 204 });
    expect(await ignore(row)).toMatchObject({ status: 409, body: { code: 'rowDecided' } });
    // However it is read.
    expect(await keep([{ ...row, text: '', payer: '' }])).toEqual(['known']);
    expect(await check(row)).toEqual({
      state: 'ignored',
      reason: 'Rent that came back',
      match: null,
      several: [],
    });
    const family = await owing();
    expect(await record(row, family)).toMatchObject({ body: { outcomes: ['known'] } });
    const stored = JSON.stringify(await readAllItems(system.table));
    expect(stored).not.toMatch(/Landlord|Rent of the hall/);
  });

  it('returns after its payment was taken back, and can go to the right family [BNK-02, BNK-03]', async () => {
    const [wrong, right] = [await owing(), await owing()];
    const row = rowOf('wrong family');
    await keep([row]);
    await assign(row, wrong);
    await takeBack(wrong);
    expect(await keep([row])).toEqual(['unassigned']);
    expect(await assign(row, right)).toMatchObject({ status: 204 });
    expect([await receivedOf(wrong), await receivedOf(right)]).toEqual([0, 777]);
  });

  it('is stored for as long as it could be recorded, as what was decided [BNK-02, BNK-03]', async () => {
    const [waiting, ignored] = [rowOf('expires'), rowOf('expires ignored')];
    await keep([waiting, ignored]);
    await ignore(ignored);
    const items = (await readAllItems(system.table)).filter((item) =>
      [waiting.id, ignored.id].some((id) => JSON.stringify(item).includes(`#${id}`)),
    );
    expect(items.length).toBeGreaterThanOrEqual(3);
    for (const item of items.filter(({ entity }) => entity !== 'activity'))
      expect(Object.values(item)).toContain(toEpochSeconds(retainedRowUntil(sampleToday)));
  });

  it('is the one that waits, read with whatever day and text: recorded from the file it leaves the list [BNK-04]', async () => {
    const family = await owing();
    const row = rowOf('', { amount: 4_510 });
    expect(await keep([row])).toEqual(['unassigned']);
    const other = { ...row, day: addDays(sampleToday, -1), text: 'Football for Ana', payer: 'Grandmother' };
    expect(await check(other)).toMatchObject({ state: 'unassigned' });
    expect(await keep([other])).toEqual(['known']);
    expect(await record(other, family)).toMatchObject({ body: { outcomes: ['recorded'] } });
    expect(await isListed(row)).toBe(false);
    expect(await assign(row, family)).toMatchObject({ body: { code: 'rowDecided' } });
    expect(await record(row, family)).toMatchObject({ body: { outcomes: ['known'] } });
    expect(await receivedOf(family)).toBe(4_510);
  });
});

describe('a row with the references of two families', () => {
  /** Two families, and a row with the reference of the one and the second reference of the other. */
  const sharedRow = async () => {
    const [one, other] = [await owing(), await owing()];
    const second = `TFC ${one.id.slice(-8)} 1`;
    expect(await setReference(other, second)).toMatchObject({ status: 204 });
    const { reference } = await statementOf(one);
    return { one, other, row: rowOf(`from ${reference}`, { payer: second }) };
  };

  it('is proposed for neither and names both, in a file and on the list [BNK-05]', async () => {
    const { one, other, row } = await sharedRow();
    const several = [one, other].map(({ id, profile }) =>
      expect.objectContaining({ parent_id: id, full_name: profile.full_name }),
    );
    const named = { match: null, several: expect.arrayContaining(several) };
    expect(await check(row)).toMatchObject(named);
    await keep([row]);
    expect((await list()).find(({ id }) => id === row.id)).toMatchObject(named);
    await ignore(row);
  });

  it('is given to neither whole, unless the request says that all of it is one family’s [BNK-05]', async () => {
    const { one, other, row } = await sharedRow();
    await keep([row]);
    for (const family of [one, other, await owing()]) {
      expect(await assign(row, family)).toMatchObject({ status: 409, body: { code: 'severalFamilies' } });
      expect(await assign(row, family, { whole: false })).toMatchObject({ status: 409 });
      expect(await record(row, family)).toMatchObject({ body: { outcomes: ['several'] } });
    }
    expect(await isListed(row)).toBe(true);
    expect([await receivedOf(one), await receivedOf(other)]).toEqual([0, 0]);
    expect(await assign(row, other, { whole: true })).toMatchObject({ status: 204 });
    expect(await assign(row, one)).toMatchObject({ body: { code: 'rowDecided' } });
    expect(await record(row, one)).toMatchObject({ body: { outcomes: ['known'] } });
    expect([await receivedOf(one), await receivedOf(other)]).toEqual([0, 777]);
  });

  it('is recorded from a file where the request says so [BNK-05]', async () => {
    const { one, other, row } = await sharedRow();
    expect(await record(row, one, { whole: true })).toMatchObject({ body: { outcomes: ['recorded'] } });
    expect([await receivedOf(one), await receivedOf(other)]).toEqual([777, 0]);
  });
});

describe('a row that is split among families', () => {
  type Parts = readonly (readonly [SampleFamily, number])[];
  const split = async (row: BankRow, parts: Parts, press = randomUUID()) => {
    const asked = { row, parts: parts.map(([{ id }, amount]) => ({ parent_id: id, amount })) };
    const body = { rows: [asked], method: 'card', receipt: true, press };
    return (await system.admin.call('recordBankRows', { body })).body;
  };
  const stateOf = async (row: BankRow) => (await check(row))?.state;

  it('is recorded once with all of its parts, whoever sends which split at the same time [BNK-02, BNK-05, PAY-02]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other, third] = [await owing(), await owing(), await owing()];
      const row = rowOf(`split ${round}`);
      await keep([row]);
      const press = randomUUID();
      const parts = [[one, 700] as const, [other, 77] as const];
      const others = [[one, 1] as const, [third, 776] as const];
      const answers = await Promise.all([
        ...[split(row, parts, press), split(row, parts, press), split(row, parts.toReversed(), press)],
        split(row, others),
        ...[assign(row, third, { whole: true }), record(row, other, { whole: true })],
      ]);
      expect(answers.slice(0, 4)).not.toContainEqual(expect.objectContaining({ code: 'internalError' }));
      const money = await Promise.all([one, other, third].map(receivedOf));
      expect([
        [700, 77, 0],
        [1, 0, 776],
        [0, 0, 777],
        [0, 777, 0],
      ]).toContainEqual(money);
      expect([await isListed(row), await stateOf(row)]).toEqual([false, 'recorded']);
      // Sent again, by the same press and by another one, it changes nothing.
      const again = await split(row, parts, press);
      expect(again).toEqual({ outcomes: [money[0] === 700 ? 'recorded' : 'known'] });
      expect(await split(row, parts)).toEqual({ outcomes: ['known'] });
      expect(await Promise.all([one, other, third].map(receivedOf))).toEqual(money);
    }
  });

  it('leaves each part where another is taken back, which goes back to the list [BNK-02, BNK-03, BNK-05]', async () => {
    const [one, other] = [await owing(), await owing()];
    const row = rowOf('for both', { payer: 'Grandmother of two' });
    const both = [[one, 700] as const, [other, 77] as const];
    expect(await split(row, both)).toEqual({ outcomes: ['recorded'] });
    expect(await statementOf(one)).toMatchObject({
      entries: [{ amount: 700, method: 'card', note: 'Part of a payment of $7.77' }],
    });
    await takeBack(one);
    expect(await Promise.all([one, other].map(receivedOf))).toEqual([0, 77]);
    const parts = async () =>
      (await list()).filter(({ text }) => text === 'Part of a payment that was split');
    const [part = expect.unreachable()] = await parts();
    expect(part).toMatchObject({ day: row.day, amount: 700, method: 'card', payer: '', match: null });
    // The row itself is recorded: whoever reads its file again records nothing twice.
    expect([await stateOf(row), ...(await keep([row]))]).toEqual(['recorded', 'known']);
    expect(await record(row, one, { whole: true })).toMatchObject({ body: { outcomes: ['known'] } });
    // It is assigned and taken back as any other row, as often as it takes.
    for (const family of [other, one]) {
      expect(await assign(part, family)).toMatchObject({ status: 204 });
      expect(await assign(part, family)).toMatchObject({ status: 409 });
      expect(await parts()).toEqual([]);
      await takeBack(family, 700);
      expect(await parts()).toEqual([part]);
    }
    await takeBack(other);
    expect((await parts()).map(({ amount }) => amount).toSorted()).toEqual([700, 77]);
    expect(await Promise.all([one, other].map(receivedOf))).toEqual([0, 0]);
    expect(await stateOf(row)).toBe('recorded');
    for (const left of await parts()) expect(await ignore(left)).toMatchObject({ status: 204 });
  });

  it.each([
    ['one of the families is gone', 77, { outcomes: ['gone'] }],
    ['its parts are not all of it', 76, expect.objectContaining({ code: 'invalidRequest' })],
  ])('is recorded for nobody where %s [BNK-05]', async (_, amount, answer) => {
    const [one, other] = [await owing(), await owing()];
    if (amount === 77) await beginFamilyDeletion(system.table, other.id);
    const row = rowOf(`split in part: ${amount}`);
    const parts = [[one, 700] as const, [other, amount] as const];
    expect(await split(row, parts)).toEqual(answer);
    expect([await receivedOf(one), await receivedOf(other), await stateOf(row)]).toEqual([0, 0, 'new']);
  });
});

describe('a second reference', () => {
  it('finds payments of its family in any writing, and is shown and removed [BNK-03]', async () => {
    const family = await owing();
    expect(await setReference(family, ' abcd 10345 TFC ')).toMatchObject({ status: 204 });
    expect(await statementOf(family)).toMatchObject({ second_reference: 'abcd 10345 TFC' });
    const row = rowOf('HMRC ABCDIO345TFC');
    expect(await check(row)).toMatchObject({ match: { by: 'reference', parent_id: family.id } });
    expect(await setReference(family, '')).toMatchObject({ status: 204 });
    expect(await statementOf(family)).toMatchObject({ second_reference: null });
    expect(await check(row)).toMatchObject({ match: null });
  });

  it('is of one family, also when two are given it at once, in any writing [BNK-03]', async () => {
    const families = await Promise.all([owing(), owing(), owing()]);
    const answers = await Promise.all(
      families.map((family, n) => setReference(family, ['ONE-2345', 'one 2345', '0NE2345'][n] ?? '')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
    const { reference } = await statementOf(await owing());
    const one = at(families, 0);
    for (const taken of [`${reference} 5`, 'X ONE 2345 Y', 'NE-2345'])
      expect(await setReference(await owing(), taken)).toMatchObject({ body: { code: 'referenceTaken' } });
    const own = families[answers.findIndex(({ status }) => status === 204)] ?? one;
    expect(await setReference(own, '0ne-2345')).toMatchObject({ status: 204 });
    // In another writing it is the same reference, which stays reserved.
    const { PK } = referenceKey(secondReferenceSchema.parse('ONE-2345'));
    expect((await readAllItems(system.table)).find((item) => item.PK === PK)).toMatchObject({
      parent_id: own.id,
    });
    expect(await setReference(own, 'TWO-2345')).toMatchObject({ status: 204 });
    expect(await setReference(await owing(), 'ONE-2345')).toMatchObject({ status: 204 });
  });

  it.each(['SH0RT', 'only letters'])('is refused where it is %j [BNK-03]', async (text) => {
    expect(await setReference(await owing(), text)).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'second_reference' }] },
    });
  });
});

describe('the erasure of a family', () => {
  it('removes what rows of bank files have of it: payers, references, and texts that lead to it [BNK-03, END-12]', async () => {
    const family = await owing();
    const { id } = family;
    await setReference(family, 'GONE 12345');
    const paid = rowOf('first payment', { payer: 'Old Payer' });
    await record(paid, family);
    const { reference } = await statementOf(family);
    const [byPayer, byReference, bySecond, others] = [
      rowOf('something', { payer: 'OLD payer' }),
      rowOf(`from ${reference}`, { payer: 'New Payer' }),
      rowOf('gone12345'),
      rowOf('of somebody else', { payer: 'Another' }),
    ];
    await keep([byPayer, byReference, bySecond, others]);
    const answer = await system.admin.call('deleteParent', {
      params: { parentId: id },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    expect(answer.status).toBe(200);
    const ledger = await getFamilyLedger(system.table, id, { consistent: true });
    expect(ledger).toMatchObject({ received: 777, payers: new Set() });
    expect(ledger).not.toHaveProperty('reference');
    expect(ledger).not.toHaveProperty('second_reference');
    const listed = await list();
    const textOf = (row: BankRow) => {
      const found = listed.find((one) => one.id === row.id);
      return found && [found.amount, found.text, found.payer, found.is_erased];
    };
    for (const row of [byPayer, byReference, bySecond]) expect(textOf(row)).toEqual([777, '', '', true]);
    expect(textOf(others)).toEqual([777, 'of somebody else', 'Another', false]);
    const items = await readAllItems(system.table);
    const rows = items.filter(({ PK }) => /^(?:BANKROW#|UNASSIGNEDROWS$|REFERENCE#)/.test(String(PK)));
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(JSON.stringify(rows)).not.toMatch(/Old Payer|New Payer|GONE12345/i);
    // The money still has to be decided about.
    const other = await owing();
    expect(await assign(byReference, other)).toMatchObject({ status: 204 });
    expect(await receivedOf(other)).toBe(777);
    expect(await keep([byReference])).toEqual(['known']);
    expect(await setReference(other, 'GONE 12345')).toMatchObject({ status: 204 });
  });
});

it('rows that are decided or have expired while a family is erased do not come back [EME-07, BNK-02]', async () => {
  const [waiting, ignored] = [rowOf('decided meanwhile'), rowOf('expired meanwhile')];
  await keep([waiting, ignored]);
  expect(await ignore(ignored, 'Erase this reason')).toMatchObject({ status: 204 });
  const gone = (key: Key) => () => deleteItem(system.table, key);
  const isUpdate = (name: string) => name === 'UpdateItemCommand';
  const family = { parentId: (await owing()).id, isNamed: ({ text = '' }) => text === waiting.text };
  await withChangeBetween(
    system.table,
    gone(unassignedRowKey(waiting)),
    () => eraseUnassignedRows(system.table, family, undefined),
    isUpdate,
  );
  await withChangeBetween(
    system.table,
    gone(bankRowKey(ignored.id)),
    () => eraseIgnoredReasons(system.table, ({ text }) => text === 'Erase this reason'),
    isUpdate,
  );
  const keys = (await readAllItems(system.table)).map(keyOfItem);
  expect(keys).not.toContainEqual(unassignedRowKey(waiting));
  expect(keys).not.toContainEqual(bankRowKey(ignored.id));
});

it('columns of a bank’s files are remembered by their heading for every administrator [BNK-01]', async () => {
  const heading = '["date","amount","memo"]';
  const lookUp = async () => (await system.admin.call('lookUpBankColumns', { body: { heading } })).body;
  expect(await lookUp()).toEqual({ columns: null });
  const columns = {
    ...{ day: 0, amount: 1, outgoing: null, direction: null, currency: null, status: null, payer: null },
    ...{ text: [2], neither: [3], decimal_sign: ',', day_order: 'day-first' },
  };
  for (const method of ['card', 'bank-transfer'])
    await system.admin.call('keepBankColumns', { body: { heading, columns: { ...columns, method } } });
  expect(await lookUp()).toEqual({ columns: { ...columns, method: 'bank-transfer' } });
});

it('a row is neither kept nor assigned on a day that PAY-05 refuses [BNK-03, PAY-05]', async () => {
  const refusal = { status: 400, body: { issues: [{ field: 'day' }] } };
  const late = rowOf('tomorrow', { day: addDays(sampleToday, 1) });
  expect(await system.admin.call('keepBankRows', { body: { rows: [late], method: 'card' } })).toMatchObject(
    refusal,
  );
  expect(await isListed(late)).toBe(false);
  const old = rowOf('five years ago', {
    day: `${Number(sampleToday.slice(0, 4)) - 5}${sampleToday.slice(4)}`,
  });
  expect(await keep([old])).toEqual(['unassigned']);
  system.later(24 * 3_600);
  const family = await owing();
  expect(await assign(old, family)).toMatchObject(refusal);
  expect(await receivedOf(family)).toBe(0);
});
