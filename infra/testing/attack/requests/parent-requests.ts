import { randomUUID } from 'node:crypto';
import { putSecondFactor } from '#functions/accounts/second-factor';
import { keepUnassignedRow } from '#functions/bank/bank-rows';
import { addPhonedFamily, phonedFamily } from '#functions/families/families';
import { familyTaskPut } from '#functions/families/tasks';
import { sha256 } from '#functions/lib/dynamo/items';
import { sendTransaction } from '#functions/lib/dynamo/writes';
import { newFamilyId } from '#functions/lib/ids';
import { guessColumns } from '#shared/bank/table';
import { bankRowSchema } from '#shared/ledger/references';
import { addDays } from '#shared/lib/calendar';
import { type FamilyId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { Account } from '../../stack/test-stack.ts';
import { today } from '../fixtures.ts';
import { office, row, rowsOf, tokensOfOffice } from '../rows-of.ts';
import { asking, contact, nothing, type Prepare, type Question } from './question.ts';

const accountIdOf = async (
  { fixtures, caller, named }: Question,
  make: () => Promise<Account> = fixtures.newAccount,
) => {
  if (named === 'missing') return randomUUID();
  return named === 'own' ? caller.family.profile.id : (await make()).family.profile.id;
};

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

const anUnassignedRow = async ({ fixtures, named }: Question) => {
  const row = bankRowSchema.parse(aBankRow(randomUUID()));
  if (named !== 'missing') await keepUnassignedRow(fixtures.stack.table, row, 'bank-transfer', undefined);
  return { day: row.day, rowId: row.id };
};

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

const importIdOf = async ({ fixtures, named }: Question) => {
  if (named === 'missing') return sha256(randomUUID());
  const body = anImport();
  const { token } = fixtures.callers.admin;
  const { status } = await fixtures.stack.call({ route: 'importFamilies', token, body });
  if (status !== 200) throw new Error(`The import answered ${status}`);
  return body.import_id;
};

const aFamilyOfTwo: Prepare = async ({ fixtures, named }) => {
  if (named === 'missing') return { params: { parentId: newFamilyId(new Date()) } };
  const { family } = await fixtures.newAccount();
  await fixtures.stack.createMember(family);
  return { params: { parentId: family.id } };
};

/** Valid requests of the routes for administrators about parents, payments and roles. */
export const parentRequests = {
  ...rowsOf(office, {
    searchParents: row({ nothing: 200 }, () => ({ body: { query: 'Pat', limit: 10 } })),
    addFamily: row({ nothing: 201, logged: 'family.added' }, () => ({
      body: {
        ...contact,
        full_name: `Pat ${randomUUID()}`,
        email: '',
        children: [{ name: 'Kit', date_of_birth: '2019-02-28' }],
      },
    })),
    inviteFamily: row(
      { present: 202, foreign: 'familyHasLogin', missing: 'parentNotFound', logged: 'family.invited' },
      async (question) => {
        const { fixtures, named } = question;
        const body = { email: `${randomUUID()}@example.com` };
        if (named !== 'present') return { params: { parentId: await familyIdOf(question) }, body };
        const phoned = phonedFamily({ ...contact, email: '', children: [] }, new Date());
        await addPhonedFamily(fixtures.stack.table, phoned, []);
        return { params: { parentId: phoned.family.id }, body };
      },
    ),
    downloadFamilyData: row(
      { own: 200, foreign: 200, missing: 'parentNotFound', logged: 'family.exported' },
      aParent,
    ),
    listFamilyNotes: row({ own: 200, foreign: 200, missing: 200 }, aParent),
    getFamilyWaiting: row({ own: 200, foreign: 200, missing: 200 }, aParent),
    addFamilyNote: row(
      {
        own: 201,
        foreign: 201,
        missing: 'parentNotFound',
        logged: { unlogged: 'a note names its author and its time, and is never changed' },
      },
      asking(aParent, { text: 'Asks for Saturdays', corrects: null }),
    ),
    addFamilyChildren: row(
      { own: 201, foreign: 201, missing: 'parentNotFound', logged: 'family.children-added' },
      asking(aParent, () => ({ children: [{ name: `Kit ${randomUUID()}`, date_of_birth: '2019-02-28' }] })),
    ),
    correctChild: row(
      { own: 204, foreign: 204, missing: 'parentNotFound', logged: 'family.child-corrected' },
      async ({ fixtures, caller, named }) => {
        const { family } = named === 'own' ? caller : await fixtures.newAccount();
        const parentId = named === 'missing' ? newFamilyId(new Date()) : family.id;
        const childId = family.children[0]?.id ?? `chd_${randomUUID()}`;
        return { params: { parentId, childId }, body: { name: 'Kit', date_of_birth: '2019-02-28' } };
      },
    ),
    lookUpFamilies: row({ nothing: 200 }, () => ({ body: anImport() })),
    importFamilies: row({ nothing: 200, logged: 'families.imported' }, () => ({ body: anImport() })),
    listImports: row({ nothing: 200 }, nothing),
    inviteImported: row(
      { present: 200, missing: 'importNotFound', logged: 'families.invited' },
      asking({ importId: importIdOf }),
    ),
    undoImport: row(
      { present: 200, missing: 'importNotFound', logged: 'families.import-undone' },
      asking({ importId: importIdOf }, { after: null }),
    ),
    getParent: row({ own: 200, foreign: 200, missing: 'parentNotFound' }, aParent),
    updateParent: row(
      { own: 200, foreign: 200, missing: 'parentNotFound', logged: 'parent.updated' },
      asking({ parentId: familyIdOf }, contact),
    ),
    endAdultAccessOf: row(
      { foreign: 204, missing: 'parentNotFound', logged: 'family.adult-removed' },
      aFamilyOfTwo,
    ),
    makeAdultHolder: row(
      { foreign: 204, missing: 'parentNotFound', logged: 'family.holder-changed' },
      aFamilyOfTwo,
    ),
    removeLogin: row(
      { foreign: 204, missing: 'parentNotFound', logged: 'family.login-removed' },
      async ({ fixtures, named }) => {
        const { id, profile } = (await fixtures.newAccount()).family;
        return {
          params: { parentId: named === 'missing' ? newFamilyId(new Date()) : id, userId: profile.id },
        };
      },
    ),
    joinFamilies: row(
      { foreign: 200, missing: 'parentNotFound', logged: 'family.joined' },
      asking(aParent, async (question) => ({ other_id: (await question.fixtures.newAccount()).family.id })),
    ),
    notSameFamily: row(
      { foreign: 204, missing: 'parentNotFound', logged: 'family.not-same' },
      async ({ fixtures, named }) => {
        const { table } = fixtures.stack;
        const [family_id, other_id] = [fixtures.stranger.family.id, (await fixtures.newAccount()).family.id];
        const task = {
          kind: 'same',
          family_id,
          other_id,
          reason: 'phone',
          at: instantOf(new Date()),
        } as const;
        if (named !== 'missing') await sendTransaction(table, [familyTaskPut(table, task)]);
        return { params: { parentId: family_id, otherId: other_id } };
      },
    ),
    deleteParent: row(
      { own: 'adminAccount', foreign: 200, missing: 'parentNotFound', logged: 'parent.deleted' },
      async (question) => {
        if (question.named !== 'own') return aParent(question);
        const by = await question.fixtures.another(question.name);
        return { params: { parentId: by.family.id }, by };
      },
    ),
    getParentLedger: row({ own: 200, foreign: 200, missing: 'parentNotFound' }, aParent),
    recordPayment: row(
      { own: 201, foreign: 201, missing: 'parentNotFound', logged: 'entry.recorded' },
      asking(aParent, {
        ...anAmount,
        day: today,
        method: 'cash',
        note: null,
        booking_id: null,
        receipt: false,
      }),
    ),
    recordRefund: row(
      { own: 201, foreign: 201, missing: 'parentNotFound', logged: 'entry.recorded' },
      asking(aParent, { ...anAmount, day: today, method: 'card', note: 'Paid twice' }),
    ),
    recordAllowance: row(
      { own: 201, foreign: 201, missing: 'parentNotFound', logged: 'entry.recorded' },
      asking(aParent, { ...anAmount, kind: 'credit', note: 'Goodwill' }),
    ),
    takeBackEntry: row(
      { own: 201, foreign: 201, missing: 'parentNotFound', logged: 'entry.taken-back' },
      async (question) => {
        const parentId = await familyIdOf(question);
        const { fixtures, name, named } = question;
        const hasAccount = named !== 'missing' && !(named === 'own' && name === 'deleted');
        const entry = hasAccount ? await fixtures.recordWaiver(parentId) : 'ATTEMPT#unknown-attempt-0001';
        return { params: { parentId }, body: { entry } };
      },
    ),
    setDoNotRemind: row(
      { own: 204, foreign: 204, missing: 'parentNotFound', logged: 'parent.updated' },
      asking({ parentId: familyIdOf }, { do_not_remind: true }),
    ),
    setSecondReference: row(
      { own: 204, foreign: 204, missing: 'parentNotFound', logged: 'parent.updated' },
      asking({ parentId: familyIdOf }, () => ({ second_reference: `${randomUUID()}1` })),
    ),
    searchOpenBalances: row({ nothing: 200 }, () => ({ body: { query: 'Pat', sort: 'oldest', limit: 10 } })),
    listUnpaid: row({ nothing: 200 }, () => ({ body: { by: today } })),
    listEntries: row({ nothing: 200 }, () => ({ body: { from: addDays(today, -30), until: today } })),
    getReminderPreview: row({ foreign: 200, missing: 200 }, async (question) => ({
      body: { families: [await owingFamilyId(question)] },
    })),
    lookUpBankColumns: row({ nothing: 200 }, () => ({ body: { heading: '["date","amount"]' } })),
    keepBankColumns: row(
      {
        nothing: 204,
        logged: { unlogged: 'it is about no person and no money, and is entered again at any time' },
      },
      () => ({
        body: {
          heading: `["${randomUUID()}"]`,
          columns: guessColumns({ heading: ['Date', 'Amount', 'Memo'], rows: [] }),
        },
      }),
    ),
    lookUpBankRows: row({ nothing: 200 }, () => ({ body: { rows: [aBankRow(randomUUID())] } })),
    recordBankRows: row({ foreign: 200, missing: 200, logged: 'entry.recorded' }, async (question) => ({
      body: {
        rows: [{ row: aBankRow(randomUUID()), parent_id: await familyIdOf(question) }],
        method: 'bank-transfer',
        receipt: false,
        press: randomUUID(),
      },
    })),
    keepBankRows: row(
      { nothing: 200, logged: { unlogged: 'a row that is kept waits for an act, which is logged' } },
      () => ({ body: { rows: [aBankRow(randomUUID())], method: 'bank-transfer' } }),
    ),
    listUnassignedRows: row({ nothing: 200 }, nothing),
    assignUnassignedRow: row(
      { foreign: 204, missing: 'parentNotFound', logged: 'entry.recorded' },
      async (question) => ({
        params: await anUnassignedRow({ ...question, named: 'foreign' }),
        body: { parent_id: await familyIdOf(question), receipt: false },
      }),
    ),
    ignoreUnassignedRow: row(
      { present: 204, missing: 'rowDecided', logged: 'bank-row.ignored' },
      async (question) => ({
        params: await anUnassignedRow(question),
        body: { reason: 'No payment' },
      }),
    ),
    remindFamilies: row(
      { foreign: 202, missing: 'nobodyToRemind', logged: 'families.reminded' },
      async (question) => ({
        body: { families: [await owingFamilyId(question)] },
      }),
    ),
    listAdmins: row({ nothing: 200 }, nothing),
    grantAdmin: row(
      { own: 200, foreign: 200, missing: 'accountNotFound', logged: 'role.granted' },
      async ({ fixtures, caller, named }) => {
        if (named === 'missing') return { body: { email: `${randomUUID()}@example.com` } };
        const { family } = named === 'own' ? caller : await fixtures.newAccount();
        return { body: { email: family.profile.email } };
      },
    ),
    revokeAdmin: row(
      { own: 'ownRole', foreign: 204, missing: 'notFound', logged: 'role.revoked' },
      async (question) => ({
        params: { userId: await accountIdOf(question, question.fixtures.newSettledAdmin) },
      }),
    ),
    resetSecondFactor: row(
      { foreign: 204, own: 'ownSecondFactor', missing: 'notFound', logged: 'second-factor.reset' },
      async (question) => {
        const userId = await accountIdOf(question);
        const factor = { at: instantOf(new Date()), codes: ['code'] };
        if (question.named === 'foreign')
          await putSecondFactor(question.fixtures.stack.table, userIdSchema.parse(userId), factor);
        return { params: { userId } };
      },
    ),
    getRole: row({ own: 200, foreign: 200, missing: 'notFound' }, asking({ userId: accountIdOf })),
    listActivity: row({ nothing: 200 }, nothing),
  }),
  ...rowsOf(tokensOfOffice, {
    getMoneyFigures: row({ nothing: 200 }, nothing),
  }),
};
