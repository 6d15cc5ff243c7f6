import { expect } from 'vitest';
import { takePlace } from '#functions/booking/take-place';
import { getFamilyLedger } from '#functions/ledger/ledger';
import { sha256 } from '#functions/lib/dynamo/items';
import { newBookingId } from '#functions/lib/ids';
import { putClass } from '#infra/local/seed/put';
import { type BankRow, bankRowSchema } from '#shared/ledger/references';
import { type SampleFamily, sampleBooking, sampleClass, sampleToday } from '../samples/samples.ts';
import { memberSteps } from './member-system.ts';
import { startTests } from './system.ts';

/** A row of a bank file, of today and of $7.77: another one for each text and for each change. */
export const rowOf = (text: string, more: object = {}): BankRow => {
  const row = { day: sampleToday, amount: 777, text, payer: '', ...more };
  return bankRowSchema.parse({ id: sha256(JSON.stringify(row)), ...row });
};

/** Starts the system that the tests of a file about rows of bank files share. */
export const startBankTests = async () => {
  const system = await startTests(memberSteps);
  const { table, admin } = system;
  const cls = sampleClass({ capacities: [500] });
  await putClass(table, cls);
  const statementOf = async ({ id }: SampleFamily) =>
    await admin.read('getParentLedger', { params: { parentId: id } });
  return {
    system,
    statementOf,
    receivedOf: async ({ id }: SampleFamily) =>
      Number((await getFamilyLedger(table, id, { consistent: true }))?.received ?? 0),
    /** Takes back a payment of a family: by default, its only one. */
    takeBack: async (family: SampleFamily, paid?: number) => {
      const { entries } = await statementOf(family);
      const isIt = ({ kind, taken_back, amount }: (typeof entries)[number]) =>
        kind === 'payment' && !taken_back && amount === (paid ?? amount);
      const body = { entry: entries.find(isIt)?.key };
      const answer = await admin.call('takeBackEntry', { params: { parentId: family.id }, body });
      expect(answer.status).toBe(201);
    },
    /** A family that owes $120.00. */
    owing: async (): Promise<SampleFamily> => {
      const family = await system.join({}, [{ name: 'Ana' }]);
      const booking = sampleBooking(cls, family, { id: newBookingId(system.clock()) });
      expect(await takePlace(table, booking, { ledger: undefined })).toMatchObject({ outcome: 'booked' });
      return family;
    },
    /** What is known of rows before they are recorded. */
    check: async (rows: readonly object[]) => (await admin.read('lookUpBankRows', { body: { rows } })).rows,
  };
};
