import { randomUUID } from 'node:crypto';
import { keepUnassignedRow } from '#functions/bank/bank-rows';
import { addPhonedFamily, phonedFamily } from '#functions/families/families';
import { familyTaskPut } from '#functions/families/tasks';
import { sha256 } from '#functions/lib/dynamo/items';
import { sendTransaction } from '#functions/lib/dynamo/writes';
import { newFamilyId } from '#functions/lib/ids';
import { guessColumns } from '#shared/bank/table';
import { bankRowSchema } from '#shared/ledger/references';
import { addDays } from '#shared/lib/calendar';
import type { FamilyId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { Account } from '../../stack/test-stack.ts';
import { today } from '../fixtures.ts';
import { contact, nothing, type Prepare, type Question, type Requests } from './question.ts';

/** An account that a request may delete. */
const accountIdOf = async (
  { fixtures, caller, named }: Question,
  make: () => Promise<Account> = fixtures.newAccount,
) => {
  if (named === 'missing') return randomUUID();
  return named === 'own' ? caller.family.profile.id : (await make()).family.profile.id;
};

/** A family that a request may delete. */
const familyIdOf = async ({ fixtures, caller, named }: Question): Promise<FamilyId> => {
  if (named === 'missing') return newFamilyId(new Date());
  return (named === 'own' ? caller : await fixtures.newAccount()).family.id;
};

/** A family with an open balance, which was not reminded. */
const owingFamilyId = async ({ fixtures, named }: Question): Promise<FamilyId> => {
  if (named === 'missing') return newFamilyId(new Date());
  const { family } = await fixtures.newAccount();
  await fixtures.newBooking(family);
  return family.id;
};

const anAmount = { amount: 2_000 };

const aBankRow = (text: string) => ({ ...anAmount, day: today, text, payer: 'Pat', id: sha256(text) });

/** A row on the list of those to assign. */
const anUnassignedRow = async ({ fixtures, named }: Question) => {
  const row = bankRowSchema.parse(aBankRow(randomUUID()));
  if (named !== 'missing') await keepUnassignedRow(fixtures.stack.table, row, 'bank-transfer', undefined);
  return { day: row.day, rowId: row.id };
};

const anEntry = async (question: Question) => ({
  params: { parentId: await familyIdOf(question) },
  idempotencyKey: randomUUID(),
});

const aParent: Prepare = async (question) => ({ params: { parentId: await familyIdOf(question) } });

/** A family of a file that is like no other one. */
const anImport = () => {
  const id = randomUUID();
  const email = `${id}@example.com`;
  const adult = { full_name: `Ana ${id}`, email, phone_number: '' };
  const child = { name: `Mia ${id}`, date_of_birth: '2018-04-03', medical_conditions: null, contact: null };
  const family = { rows: [sha256(email)], adult, second: null, children: [{ ...child, is: null }] };
  return {
    import_id: sha256(`file ${email}`),
    families: [{ ...family, is: null, apart: [], apart_in_file: false, balance: null }],
  };
};

/** Valid requests of the routes for administrators about parents, payments and roles. */
export const parentRequests = {
  searchParents: () => ({ body: { query: 'Pat', limit: 10 } }),
  addFamily: () => ({
    idempotencyKey: randomUUID(),
    body: { ...contact, email: '', children: [{ name: 'Kit', date_of_birth: '2019-02-28' }] },
  }),
  inviteFamily: async (question) => {
    const { fixtures, named } = question;
    const body = { email: `${randomUUID()}@example.com` };
    if (named !== 'present') return { params: { parentId: await familyIdOf(question) }, body };
    const phoned = phonedFamily({ ...contact, email: '', children: [] }, new Date());
    await addPhonedFamily(fixtures.stack.table, phoned, []);
    return { params: { parentId: phoned.family.id }, body };
  },
  downloadFamilyData: aParent,
  listFamilyNotes: aParent,
  getFamilyWaiting: aParent,
  addFamilyNote: async (question) => ({
    ...(await anEntry(question)),
    body: { text: 'Asks for Saturdays', corrects: null },
  }),
  addFamilyChildren: async (question) => ({
    ...(await anEntry(question)),
    body: { children: [{ name: `Kit ${randomUUID()}`, date_of_birth: '2019-02-28' }] },
  }),
  correctChild: async ({ fixtures, caller, named }) => {
    const { family } = named === 'own' ? caller : await fixtures.newAccount();
    const parentId = named === 'missing' ? newFamilyId(new Date()) : family.id;
    const childId = family.children[0]?.id ?? `chd_${randomUUID()}`;
    return { params: { parentId, childId }, body: { name: 'Kit', date_of_birth: '2019-02-28' } };
  },
  lookUpFamilies: () => ({ body: anImport() }),
  importFamilies: () => ({ body: anImport() }),
  listImports: nothing,
  inviteImported: () => ({ params: { importId: sha256(randomUUID()) } }),
  undoImport: () => ({ params: { importId: sha256(randomUUID()) }, body: { after: null } }),
  getParent: aParent,
  updateParent: async (question) => ({
    params: { parentId: await familyIdOf(question) },
    body: contact,
  }),
  endAdultAccessOf: aParent,
  makeAdultHolder: aParent,
  removeLogin: async ({ fixtures, named }) => {
    const { id, profile } = (await fixtures.newAccount()).family;
    return { params: { parentId: named === 'missing' ? newFamilyId(new Date()) : id, userId: profile.id } };
  },
  joinFamilies: async (question) => ({
    ...(await anEntry(question)),
    body: { other_id: (await question.fixtures.newAccount()).family.id },
  }),
  notSameFamily: async ({ fixtures, named }) => {
    const { table } = fixtures.stack;
    const [family_id, other_id] = [fixtures.stranger.family.id, (await fixtures.newAccount()).family.id];
    const task = { kind: 'same', family_id, other_id, reason: 'phone', at: instantOf(new Date()) } as const;
    if (named !== 'missing') await sendTransaction(table, [familyTaskPut(table, task)]);
    return { params: { parentId: family_id, otherId: other_id } };
  },
  deleteParent: async (question) => {
    const idempotencyKey = randomUUID();
    if (question.named !== 'own') return { ...(await aParent(question)), idempotencyKey };
    const by = await question.fixtures.another(question.name);
    return { params: { parentId: by.family.id }, idempotencyKey, by };
  },
  getParentLedger: aParent,
  recordPayment: async (question) => ({
    ...(await anEntry(question)),
    body: { ...anAmount, day: today, method: 'cash', note: null, booking_id: null, receipt: false },
  }),
  recordRefund: async (question) => ({
    ...(await anEntry(question)),
    body: { ...anAmount, day: today, method: 'card', note: 'Paid twice' },
  }),
  recordAllowance: async (question) => ({
    ...(await anEntry(question)),
    body: { ...anAmount, kind: 'credit', note: 'Goodwill' },
  }),
  takeBackEntry: async (question) => {
    const parentId = await familyIdOf(question);
    const { fixtures, name, named } = question;
    const hasAccount = named !== 'missing' && !(named === 'own' && name === 'deleted');
    const entry = hasAccount ? await fixtures.recordWaiver(parentId) : 'ATTEMPT#unknown-attempt-0001';
    return { params: { parentId }, body: { entry } };
  },
  setDoNotRemind: async (question) => ({
    params: { parentId: await familyIdOf(question) },
    body: { do_not_remind: true },
  }),
  setSecondReference: async (question) => ({
    params: { parentId: await familyIdOf(question) },
    body: { second_reference: `${randomUUID()}1` },
  }),
  getMoneyFigures: nothing,
  searchOpenBalances: () => ({ body: { query: 'Pat', sort: 'oldest', limit: 10 } }),
  listUnpaid: () => ({ body: { by: today } }),
  listEntries: () => ({ body: { from: addDays(today, -30), until: today } }),
  getReminderPreview: async (question) => ({ body: { families: [await owingFamilyId(question)] } }),
  lookUpBankColumns: () => ({ body: { heading: '["date","amount"]' } }),
  keepBankColumns: () => ({
    body: {
      heading: `["${randomUUID()}"]`,
      columns: guessColumns({ heading: ['Date', 'Amount', 'Memo'], rows: [] }),
    },
  }),
  lookUpBankRows: () => ({ body: { rows: [aBankRow(randomUUID())] } }),
  recordBankRows: async (question) => ({
    body: {
      rows: [{ row: aBankRow(randomUUID()), parent_id: await familyIdOf(question) }],
      method: 'bank-transfer',
      receipt: false,
      press: randomUUID(),
    },
  }),
  keepBankRows: () => ({ body: { rows: [aBankRow(randomUUID())], method: 'bank-transfer' } }),
  listUnassignedRows: nothing,
  assignUnassignedRow: async (question) => ({
    params: await anUnassignedRow({ ...question, named: 'foreign' }),
    body: { parent_id: await familyIdOf(question), receipt: false },
  }),
  ignoreUnassignedRow: async (question) => ({
    params: await anUnassignedRow(question),
    body: { reason: 'No payment' },
  }),
  remindFamilies: async (question) => ({
    idempotencyKey: randomUUID(),
    body: { families: [await owingFamilyId(question)] },
  }),
  listAdmins: nothing,
  grantAdmin: async ({ fixtures, caller, named }) => {
    if (named === 'missing') return { body: { email: `${randomUUID()}@example.com` } };
    const { family } = named === 'own' ? caller : await fixtures.newAccount();
    return { body: { email: family.profile.email } };
  },
  revokeAdmin: async (question) => ({
    params: { userId: await accountIdOf(question, question.fixtures.newSettledAdmin) },
  }),
  resetSecondFactor: async (question) => ({ params: { userId: await accountIdOf(question) } }),
  getRole: async (question) => ({ params: { userId: await accountIdOf(question) } }),
  listActivity: nothing,
} satisfies Requests;
