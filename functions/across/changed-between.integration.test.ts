import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Interceptor, intercepting } from '#infra/testing/mutants/mutant';
import { at, sampleFamily, sampleNow, sampleTimeZone } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { editOf } from '#shared/contract/edits';
import { childValues } from '#shared/families/child-edits';
import { type ImportedFamily, importIdSchema, importRowIdSchema } from '#shared/families/import';
import { sameFamily } from '#shared/families/import-decision';
import { contactValues } from '#shared/families/profile-input';
import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import { secondReferenceSchema } from '#shared/ledger/references';
import { businessMoment } from '#shared/lib/business-time';
import { dayMs } from '#shared/lib/durations';
import { idempotencyKeySchema, userIdSchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { bookingId, sessionCreditOf } from '#shared/testing/ledgers';
import { date } from '#shared/testing/values';
import { getAccount } from '../accounts/accounts.ts';
import { getInvitation, invitationPut, newInvitation, replaceInvitations } from '../accounts/coaches.ts';
import { beginRoleChange, endRoleChange } from '../accounts/roles.ts';
import { getStoredFamily, memberPath } from '../accounts/stored-families.ts';
import { inviteHolder } from '../families/adults.ts';
import { addChildren, makeChildren } from '../families/children.ts';
import { updateContact } from '../families/contacts.ts';
import { getFamily } from '../families/families.ts';
import { getDeed, type ImportDeed, joinImports } from '../families/import-deeds.ts';
import { joinImportedCards } from '../families/imported-cards.ts';
import { beginImport, storeUndo } from '../families/imports.ts';
import { storeChanges, storeNewFamily } from '../families/store-imported.ts';
import { entryWrites, listLedgerEntries, recordEntries } from '../ledger/entries.ts';
import { bookingEntriesJoin, joinEntries } from '../ledger/join-ledgers.ts';
import { setSecondReference } from '../ledger/references.ts';
import { type Change, checkWrite } from '../lib/dynamo/expressions.ts';
import { type Item, type Key, listIndex, tableSchema } from '../lib/dynamo/items.ts';
import {
  accountKey,
  childKey,
  entryNoteKey,
  familyIndexKeys,
  familyKey,
  familyLedgerKey,
  importedCardKey,
  importedKey,
  importKey,
  invitationIdOf,
  invitationKey,
  ledgerEntryItemKey,
} from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { deleteItem, putItem, sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import { removeChild, updateChild } from './change-children.ts';
import { beginFamilyDeletion } from './delete-family.ts';
import { joinFamilies } from './join-families.ts';
import { undoDeed } from './undo-import.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const now = instantOf(sampleNow);
const moment = businessMoment(sampleNow, sampleTimeZone);
const office = userIdSchema.parse('00000000-0000-4000-8000-000000000000');

const given = async (options: Parameters<typeof sampleFamily>[0] = {}) => {
  const [family, other] = [await storedFamily(table, options), await storedFamily(table)];
  return { family, other, child: family.children[0] ?? at(other.children, 0), account: family.profile.id };
};
type Given = Awaited<ReturnType<typeof given>>;

const becomesAdmin = { set: { role: 'admin' } };
const offList = { remove: [listIndex.partitionKey, listIndex.sortKey] };
const newName = { add: { child_keys: new Set(['kim']) } };
const closing = { set: { deleting: true } };
const secondAdult = {
  ...{ role: 'adult', since: now },
  ...{ full_name: 'Sam', email: 's@example.com', phone_number: '1' },
};
const adultJoins = { set: { [memberPath(office)]: secondAdult } };
const joinsAnother = { set: { joins: sampleFamily().id } };
const invited = { email: 's@example.com', invited_at: now, valid_until: now };

const family = ({ family: { id } }: Given): Key => familyKey(id);
const other = ({ other: { id } }: Given): Key => familyKey(id);
const account = ({ account: id }: Given): Key => accountKey(id);
const otherAccount = ({ other: { profile } }: Given): Key => accountKey(profile.id);
const child = ({ child: { parent_id, id } }: Given): Key => childKey(parent_id, id);
const otherChild = ({ other: { children } }: Given): Key =>
  childKey(at(children, 0).parent_id, at(children, 0).id);
const ledger = ({ family: { id } }: Given): Key => familyLedgerKey(id);
const otherLedger = ({ other: { id } }: Given): Key => familyLedgerKey(id);
/** Of a file, about a child that both families have. */
const card = ({ family: { id }, child: { id: childId } }: Given): Key => importedCardKey(id, childId);
const otherCard = ({ other: { id, children } }: Given): Key => importedCardKey(id, at(children, 0).id);

const invitation = ({ family: { profile } }: Given): Key => invitationKey(invitationIdOf(profile.email));
const payment: LedgerEntry = {
  ...{ kind: 'payment', amount: centsSchema.parse(1_200), day: moment.today, method: 'cash', class: null },
  ...{ booking_id: null, recorded_at: now, made_by: office },
  cause: { type: 'attempt', attempt: idempotencyKeySchema.parse('attempt-of-this-test-2') },
};
const paymentKey = ledgerEntryKey(payment.cause);
const entryOf =
  (whose: 'family' | 'other') =>
  (of: Given): Key =>
    ledgerEntryItemKey(of[whose].id, paymentKey);

const familyOf = async ({ family: { id } }: Given) =>
  (await getStoredFamily(table, id)) ?? expect.unreachable('no family');
const ofHolder =
  (name: 'full_name' | 'phone_number' | 'email') =>
  ({ account: id }: Given): Change => ({ set: { [`${memberPath(id)}.${name}`]: 'another' } });
const prepare = (key: (of: Given) => Key, change: Change) => async (of: Given) => {
  await updateItem(table, key(of), change);
};
const stateOf = async (of: Given) =>
  (await getAccount(table, of.account)) ?? expect.unreachable('no account');
const joinBoth = ({ family: to, other: from }: Given) =>
  joinFamilies(
    { table, clock: () => sampleNow, timeZone: sampleTimeZone },
    { from: from.id, to: to.id },
    { by: office, now: sampleNow, extraWrites: [] },
  );
const remove = (of: Given) => removeChild(table, of.family.id, of.child.id, moment);

const ofImport = {
  import_id: importIdSchema.parse('i'.repeat(43)),
  ...{ started_at: now, started_by: office },
};
const begun = ({ family: { id } }: Given) => ({
  ...ofImport,
  import_id: importIdSchema.parse(id.padEnd(43, '0')),
});
const deeds = new WeakMap<Given, ImportDeed>();
const deedOf = (of: Given) => deeds.get(of) ?? expect.unreachable('nothing was imported');
/** Stores what a file has: a child of the family, whose phone number it lacked, or another family. */
const importOf =
  (made: ImportDeed['made']) =>
  async (of: Given): Promise<void> => {
    const { id, profile } = of.family;
    const adult =
      made === 'changes'
        ? { full_name: profile.full_name, phone_number: '07700 900789', email: profile.email }
        : { full_name: 'Ola Olsen', phone_number: '07700 900789', email: null };
    const added = [
      {
        ...{ name: 'Zoe', date_of_birth: date('2018-04-03'), is: null },
        ...{ medical_conditions: 'Asthma', contact: null },
      },
    ];
    const row = importRowIdSchema.parse(randomUUID().replaceAll('-', '').padEnd(43, '0'));
    const file: ImportedFamily = {
      ...{ rows: [row], adult, second: null, children: added },
      ...{ is: null, apart: [], apart_in_file: false, balance: 1_200 },
    };
    const turns = new Map();
    if (made === 'changes')
      await updateItem(table, familyKey(id), { set: { [`${memberPath(profile.id)}.phone_number`]: '' } });
    const stored = (await getFamily(table, id)) ?? expect.unreachable('no family');
    const plan = {
      ...{ ...sameFamily(id), added, balance: 1_200 },
      completed: { phone_number: adult.phone_number },
    };
    const outcome =
      made === 'changes'
        ? await storeChanges(table, ofImport, { family: file, plan, stored, turns }, sampleNow)
        : await storeNewFamily(table, ofImport, { family: file, turns, apart: [] }, sampleNow);
    if (typeof outcome === 'string') throw new Error(`The import was answered with ${outcome}`);
    deeds.set(of, (await getDeed(table, outcome.parentId, row)) ?? expect.unreachable('nothing was made'));
  };
const deed = (of: Given): Key => importedKey(deedOf(of).parent_id, deedOf(of).first);
const made = (of: Given): Key => familyKey(deedOf(of).parent_id);
const madeLedger = (of: Given): Key => familyLedgerKey(deedOf(of).parent_id);
const madeChild = (of: Given): Key => childKey(deedOf(of).parent_id, at(deedOf(of).children, 0));
const undo = (of: Given) =>
  undoDeed(table, deedOf(of).parent_id, deedOf(of), { by: office, now: sampleNow, today: moment.today });
const balanceRecorded = { set: { entry: 'attempt-of-this-test-1' }, remove: ['balance'] };
/** What is stored of an import, wherever its family is: changed by others, it is not taken back. */
const madeMeanwhile = {
  'the family is being deleted': [made, closing],
  'the family is joined with another one': [made, joinsAnother],
  'an adult is invited': [made, { set: { adult_invited: invited } }],
  'the family gets another child': [made, newName],
  'a place is booked': [madeLedger, { add: { places: new Set(['place']) } }],
  'the ledger is closed': [madeLedger, { set: { closing: true } }],
  'the ledger is gone': [madeLedger, null],
  'the opening balance is recorded': [deed, balanceRecorded],
  'another undo takes it back': [deed, null],
} satisfies Row['meanwhile'];

const cardOf = (of: Given, when: string): Item => ({
  ...{ entity: 'imported-card', at: when, medical_conditions: when, contact: null, adult: null },
  child_id: at(of.other.children, 0).id,
});
const sameChild = (of: Given) => new Map([[at(of.other.children, 0).id, of.child.id]]);
const joinCards = (of: Given) =>
  joinImportedCards(table, { from: of.other.id, to: of.family.id, same: sameChild(of), at: now });
const ofOtherCard = async (of: Given) => {
  await putItem(table, { ...otherCard(of), ...cardOf(of, now) });
};
const later = '2030-01-01T00:00:00.000Z';
const newer = { set: { at: later } };

type Meanwhile = readonly [key: (of: Given) => Key, change: Change | null | ((of: Given) => Change)];

interface Row {
  readonly options?: Parameters<typeof sampleFamily>[0];
  /** What is so before it begins. */
  readonly before?: (of: Given) => Promise<void>;
  readonly change: (of: Given) => Promise<unknown>;
  /** Which of its transactions is looked at; by default the first one. */
  readonly transaction?: number;
  /** What others change after it has read, or delete: each refuses the transaction. */
  readonly meanwhile: Readonly<Record<string, Meanwhile>>;
  /** Attributes that are stored before, and not after the transaction. */
  readonly clears?: readonly (readonly [key: (of: Given) => Key, names: readonly string[]])[];
}

const rows: Readonly<Record<string, Row>> = {
  'a child that gets another name': {
    change: (of) => {
      const edit = editOf(childValues(of.child), { name: 'Alex' });
      return updateChild(table, of.family.id, of.child.id, edit, { at: now, by: of.account });
    },
    meanwhile: {
      'the family gets another child': [family, newName],
      'the family is found by another name': [family, { add: { child_names: new Set(['Zoe']) } }],
      'the family leaves the list': [family, offList],
      'the family is being deleted': [family, closing],
      'the family is gone': [family, null],
      'the child is renamed': [child, { set: { name: 'Robyn Parent' } }],
      'the child gets another date of birth': [child, { set: { date_of_birth: '2018-01-01' } }],
      'the child is gone': [child, null],
      'the ledger is gone': [ledger, null],
      'the family makes its last change of the hour': [ledger, { set: { changes_hour: '2030-01-01T00' } }],
    },
  },
  'a child whose health is answered with its name': {
    change: (of) => {
      const health = { medical_conditions: 'Asthma', nothing_to_know: false };
      const edit = editOf(childValues(of.child), { name: 'Alex', health });
      return updateChild(table, of.family.id, of.child.id, edit, { at: now, by: of.account });
    },
    meanwhile: { 'its health is answered': [child, { set: { health_answer: { at: now, version: 9 } } }] },
  },
  'the last child that is removed from a family of parents': {
    change: remove,
    meanwhile: {
      'the parent becomes an administrator': [account, becomesAdmin],
      'the family gets another child': [family, newName],
      'the family is being deleted': [family, closing],
      'the child is gone': [child, null],
    },
  },
  'the last child that is removed from a family of an administrator': {
    before: prepare(account, becomesAdmin),
    change: remove,
    meanwhile: { 'the role is taken': [account, { remove: ['role'] }] },
  },
  'an account that becomes an administrator, whose family has a child': {
    change: async (of) => beginRoleChange(table, await stateOf(of), 'admin', now, []),
    meanwhile: { 'the last child is removed': [family, { remove: ['child_keys'] }] },
  },
  'an account that becomes an administrator, whose family has no child': {
    options: { children: [] },
    change: async (of) => beginRoleChange(table, await stateOf(of), 'admin', now, []),
    meanwhile: {
      'the first child is added': [family, newName],
      'a second adult joins': [family, adultJoins],
      'the family leaves the list': [family, offList],
    },
  },
  'an account whose role is taken, and whose family is in no list': {
    before: async (of) => {
      const set = { role: 'admin', role_pending: 'parent', role_changed_at: now };
      await updateItem(table, account(of), { set });
      await updateItem(table, family(of), offList);
    },
    change: async (of) => endRoleChange(table, await stateOf(of), now),
    meanwhile: {
      'the family is listed': [family, { set: familyIndexKeys({ id: sampleFamily().id, created_at: now }) }],
      'the family is gone': [family, null],
    },
  },
  'the first child of an administrator, whose family is in no list': {
    options: { children: [] },
    before: prepare(family, offList),
    change: ({ family: { id }, account: by }) => {
      const added = [{ name: 'Zoe', date_of_birth: date('2018-04-03'), medical_conditions: null }];
      const attempt = { by, key: idempotencyKeySchema.parse(randomUUID()), now: sampleNow };
      return addChildren(table, id, makeChildren(id, added, sampleNow), attempt);
    },
    // With the first one it finds that the family is in no list.
    transaction: 2,
    meanwhile: {
      'the family is listed': [family, { set: familyIndexKeys({ id: sampleFamily().id, created_at: now }) }],
    },
  },
  'an invitation whose link ends with a new password': {
    before: async ({ family: { profile } }) => {
      const made = newInvitation({ email: profile.email, by: office, now: sampleNow, role: 'admin' });
      const used = { secret_hash: 'hash', used_by: office, tries: 1, opens_school: true } as const;
      await sendTransaction(table, [invitationPut(table, { ...made, ...used })]);
    },
    change: ({ family: { profile } }) => replaceInvitations(table, profile.email, sampleNow),
    clears: [[invitation, ['secret_hash', 'used_by', 'tries', 'opens_school']]],
    meanwhile: {
      'it has another link': [invitation, { set: { secret_hash: 'another' } }],
      'it is used up': [invitation, null],
    },
  },
  'an entry of a family that is joined with another one': {
    before: async ({ other: { id: familyId } }) => {
      const noted = { note: 'Transfer 4711', receipt: false, openSince: now, booking: undefined };
      const outcome = await recordEntries(table, [{ familyId, entry: payment, ...noted }], []);
      expect(outcome).toEqual({ outcome: 'recorded' });
    },
    change: (of) => joinEntries(table, { from: of.other.id, to: of.family.id, same: new Map(), at: now }),
    clears: [[({ other: { id } }) => entryNoteKey(id, paymentKey), ['text']]],
    meanwhile: {
      'it is moved': [entryOf('other'), { set: { [tableSchema.timeToLiveAttribute]: 1 } }],
      'it is gone': [entryOf('other'), null],
      'the family that stays has one of its cause': [entryOf('family'), { set: { amount: 1 } }],
    },
  },
  'an import that begins again after it was undone': {
    before: async (of) => {
      await beginImport(table, begun(of), []);
      await storeUndo(table, begun(of).import_id, sampleNow, []);
    },
    change: (of) => beginImport(table, begun(of), []),
    clears: [[(of) => importKey(begun(of).import_id), ['undone_at']]],
    meanwhile: {
      'another undo begins': [(of) => importKey(begun(of).import_id), { set: { undone_at: later } }],
    },
  },
  'a second reference': {
    change: (of) => {
      const second_reference = secondReferenceSchema.parse(`SMITH ${of.account}`.slice(0, 20));
      const edit = { second_reference, shown: { second_reference: null } };
      return setSecondReference(table, of.family.id, edit, []);
    },
    meanwhile: {
      'another one is stored': [ledger, { set: { second_reference: 'JONES 1' } }],
      'the ledger is closed': [ledger, { set: { closing: true } }],
      'the ledger is gone': [ledger, null],
    },
  },
  'a second reference that is removed': {
    before: prepare(ledger, { set: { second_reference: 'SMITH 1' } }),
    change: (of) => {
      const shown = { second_reference: secondReferenceSchema.parse('SMITH 1') };
      return setSecondReference(table, of.family.id, { second_reference: null, shown }, []);
    },
    clears: [[ledger, ['second_reference']]],
    meanwhile: { 'another one is stored': [ledger, { set: { second_reference: 'JONES 1' } }] },
  },
  'the deletion of a family': {
    change: (of) => beginFamilyDeletion(table, of.family.id),
    meanwhile: {
      'another family is joined with it': [family, joinsAnother],
      'it is being deleted': [family, closing],
      'it has another holder': [
        family,
        { set: { members: { [office]: { ...secondAdult, role: 'holder' } } } },
      ],
      'its holder becomes an administrator': [account, becomesAdmin],
    },
  },
  'two families that become one': {
    before: async (of) => {
      await updateItem(table, other(of), { set: { adult_invited: invited } });
      await updateItem(table, family(of), { set: { adult_invited: invited } });
    },
    change: joinBoth,
    clears: [
      [family, ['adult_invited']],
      [other, ['adult_invited', 'child_keys']],
    ],
    meanwhile: {
      'the one that goes gets a child': [other, newName],
      'the one that goes is found by another name': [other, { add: { child_names: new Set(['Zoe']) } }],
      'the one that goes gets a contact': [other, { set: { office_contact: { full_name: 'Ola' } } }],
      'the one that goes gets a second adult': [other, adultJoins],
      'the one that goes leaves the list': [other, offList],
      'the one that goes is being deleted': [other, closing],
      'another family is joined with the one that goes': [other, joinsAnother],
      'the one that stays gets a child': [family, newName],
      'the one that stays is found by another name': [family, { add: { child_names: new Set(['Zoe']) } }],
      'the one that stays gets a second adult': [family, adultJoins],
      'the one that stays leaves the list': [family, offList],
      'the one that stays is being deleted': [family, closing],
      'another one gets the mails about money': [family, { set: { money_mails: office } }],
      'another family is joined with the one that stays': [family, joinsAnother],
      'the account of the one that goes has another family': [
        otherAccount,
        { set: { family_id: sampleFamily().id } },
      ],
      'the account of the one that goes is being deleted': [otherAccount, closing],
      'a child of the one that goes is renamed': [otherChild, { set: { name: 'Robyn' } }],
      'the ledger of the one that goes is closed': [otherLedger, { set: { closing: true } }],
    },
  },
  'the card of a child that two families have, with a newer answer': {
    before: async (of) => {
      await updateItem(table, otherChild(of), { set: { card_confirmed_at: later, card_by: of.account } });
      await updateItem(table, child(of), { set: { card_goes_on: '2026-01-01' } });
    },
    change: joinBoth,
    clears: [[child, ['card_goes_on']]],
    meanwhile: {
      'it is answered in the family that stays': [child, { set: { medical_conditions: 'Asthma' } }],
      'it is removed from the family that stays': [child, null],
      'it is answered in the family that goes': [otherChild, { set: { medical_conditions: 'Asthma' } }],
    },
  },
  'what a file says of a child whose family is joined': {
    before: ofOtherCard,
    change: joinCards,
    meanwhile: {
      'a file says something of it in the family that stays': [card, newer],
      'the family answers': [otherCard, null],
    },
  },
  'what a newer file says of a child whose family is joined': {
    before: async (of) => {
      await ofOtherCard(of);
      await putItem(table, { ...card(of), ...cardOf(of, '2020-01-01T00:00:00.000Z') });
    },
    change: joinCards,
    meanwhile: {
      'a newer file says something of it in the family that stays': [card, newer],
      'the family that stays answers': [card, null],
    },
  },
  'what an import made of a family that is joined with another one': {
    before: importOf('changes'),
    change: (of) =>
      joinImports(table, { from: of.family.id, to: of.other.id, same: new Map(), at: now }, moment.today),
    meanwhile: {
      'the opening balance is recorded': [deed, balanceRecorded],
      'an undo takes it back': [deed, null],
    },
  },
  'an import that is taken back, of a family that was known': {
    before: importOf('changes'),
    change: undo,
    meanwhile: {
      ...madeMeanwhile,
      'the holder is another one': [
        family,
        { set: { members: { [office]: { ...secondAdult, role: 'holder' } } } },
      ],
      'the child is gone': [madeChild, null],
      'the child is renamed': [madeChild, { set: { name: 'Zoé' } }],
      'its date of birth is corrected': [madeChild, { set: { date_of_birth: '2018-01-01' } }],
      'it gets a note': [madeChild, { set: { medical_conditions: 'Asthma' } }],
      'its health is answered': [madeChild, { set: { health_answer: { at: now, version: 1 } } }],
      'its card is confirmed': [madeChild, { set: { card_confirmed_at: now } }],
      'its photos at the school are answered': [madeChild, { set: { photos_school: { allowed: true } } }],
      'its photos on the web are answered': [madeChild, { set: { photos_web: { allowed: true } } }],
      'it gets a contact': [madeChild, { set: { contacts: [{}] } }],
      'a booking ends': [madeLedger, { add: { ended_attempts: new Set(['attempt']) } }],
      'the holder changes the name': [family, ofHolder('full_name')],
      'the holder changes the phone number': [family, ofHolder('phone_number')],
      'the holder changes the email': [family, ofHolder('email')],
    },
  },
  'an import that is taken back, of a new family': {
    before: importOf('family'),
    change: undo,
    meanwhile: {
      ...madeMeanwhile,
      'somebody gets a login': [made, { set: { members: { [office]: { ...secondAdult, role: 'holder' } } } }],
      'its name is changed': [made, { set: { 'office_contact.full_name': 'Ola' } }],
      'its phone number is changed': [made, { set: { 'office_contact.phone_number': '1' } }],
      'its email is changed': [made, { set: { 'office_contact.email': 'ola@example.com' } }],
    },
  },
  'a new family that is opened again, since somebody worked with it': {
    before: async (of) => {
      await importOf('family')(of);
      const closed = { deleting: true, undoing: deedOf(of).first };
      await updateItem(table, made(of), { set: { ...closed, 'office_contact.full_name': 'Ola' } });
      await updateItem(table, madeLedger(of), { set: { closing: true } });
    },
    change: undo,
    clears: [
      [made, ['deleting', 'undoing']],
      [madeLedger, ['closing']],
    ],
    meanwhile: {
      'the office erases the family': [made, { remove: ['undoing'] }],
      'the ledger is gone': [madeLedger, null],
    },
  },
  'the end of a new family whose import is taken back': {
    before: importOf('family'),
    change: undo,
    transaction: 2,
    clears: [[made, ['undoing']]],
    meanwhile: {
      'the office erases the family': [made, { remove: ['undoing'] }],
      'the opening balance is recorded': [deed, balanceRecorded],
      'another undo takes it back': [deed, null],
      'something was booked': [madeLedger, { set: { counted_hour: '2025-01-01T00' } }],
      'a place is booked': [madeLedger, { add: { places: new Set(['place']) } }],
      'something is paid': [madeLedger, { set: { received: 1 } }],
      'the ledger is gone': [madeLedger, null],
    },
  },
};

/**
 * Whether one of the transactions of a change is refused, where something is changed before it. Nothing is sent after it, so that
 * no repetition hides the answer.
 */
const isRefused = async (
  { change, transaction = 1 }: Pick<Row, 'change' | 'transaction'>,
  of: Given,
  meanwhile: () => Promise<unknown>,
): Promise<boolean> => {
  let sent = 0;
  let refused: boolean | undefined;
  const stop = new Error('The transaction was sent');
  const once: Interceptor = async ({ operation, input }, forward) => {
    if (refused !== undefined) throw stop;
    if (operation !== 'TransactWriteItems') return forward(input);
    sent += 1;
    if (sent < transaction) return forward(input);
    await meanwhile();
    const answer = await forward(input).catch((error: unknown) => {
      if (!(error instanceof TransactionCanceledException)) throw error;
    });
    refused = answer === undefined;
    throw stop;
  };
  await intercepting(table, [once], () => change(of)).catch((error) => {
    if (error !== stop) throw error;
  });
  return refused ?? expect.unreachable('No transaction was sent');
};

describe.each(Object.entries(rows))('%s', (_, row) => {
  const start = async () => {
    const of = await given(row.options);
    await row.before?.(of);
    return of;
  };
  const valuesOf = async (key: Key, names: readonly string[]) => {
    const item = await getItem(table, { key, fromItem: (found) => found });
    return names.map((name) => [name, item?.[name] !== undefined]);
  };

  it('is stored where nothing changes meanwhile', async () => {
    const of = await start();
    const seen: unknown[] = [];
    const lookAtCleared = async () => {
      for (const [key, names] of row.clears ?? []) seen.push(...(await valuesOf(key(of), names)));
    };
    expect(await isRefused(row, of, lookAtCleared)).toBe(false);
    for (const [key, names] of row.clears ?? []) {
      expect(await valuesOf(key(of), names)).toEqual(names.map((name) => [name, false]));
      expect(seen).toEqual(expect.arrayContaining(names.map((name) => [name, true])));
    }
  });

  it.each(Object.entries(row.meanwhile))('is refused where %s meanwhile', async (__, [key, change]) => {
    const of = await start();
    const meanwhile = async () => {
      if (change === null) await deleteItem(table, key(of));
      else await updateItem(table, key(of), typeof change === 'function' ? change(of) : change);
    };
    expect(await isRefused(row, of, meanwhile)).toBe(true);
  });
});

it('an invitation that is over is left where its address gets a new password', async () => {
  const of = await given();
  const { email } = of.family.profile;
  const over = newInvitation({ email, by: office, now: new Date(sampleNow.getTime() - 365 * dayMs) });
  await sendTransaction(table, [invitationPut(table, { ...over, secret_hash: 'hash' })]);
  await replaceInvitations(table, email, sampleNow);
  expect(await getInvitation(table, { email })).toEqual({ ...over, secret_hash: 'hash' });
});

it('what an older file says of a child is dropped with a join, and the newer one waits', async () => {
  const of = await given();
  await ofOtherCard(of);
  await putItem(table, { ...card(of), ...cardOf(of, later) });
  await joinCards(of);
  const at = (key: Key) => getItem(table, { key, fromItem: (item) => item.at });
  expect(await Promise.all([at(card(of)), at(otherCard(of))])).toEqual([later, undefined]);
});

it('of 41 credits of a booking whose family is joined, 40 move with it and the first one before', async () => {
  const { family: to, other: from } = await given();
  const credits = Array.from({ length: 41 }, (_, version) => sessionCreditOf(1, 100, undefined, version));
  await sendTransaction(
    table,
    credits.map((credit) => entryWrites(table, from.id, credit, undefined)[0]),
  );
  const join = { from: from.id, to: to.id, same: new Map(), at: now };
  const writes = await bookingEntriesJoin(table, join, [bookingId(1)]);
  const moved = await listLedgerEntries(table, to.id);
  expect([moved.length, writes.length]).toEqual([1, 80]);
  await sendTransaction(table, writes);
  expect(await listLedgerEntries(table, to.id)).toHaveLength(41);
});

describe('what is refused each time ends', () => {
  it('where a family names a join that is not stored', async () => {
    const of = await given();
    await updateItem(table, family(of), joinsAnother);
    expect(await joinBoth(of)).toEqual({ outcome: 'joining' });
  });

  it('where an invitation is refused by what is stored with it', async () => {
    const of = await given();
    const office_contact = { full_name: 'Ola', email: 'before@example.com', phone_number: '07700 900789' };
    await updateItem(table, family(of), { set: { members: {}, office_contact } });
    const invitation = { by: office, email: 'after@example.com', now: sampleNow };
    const never = checkWrite(table, child(of), { if: { name: 'Nobody' } });
    expect(await inviteHolder(table, { ...invitation, family: await familyOf(of) }, [never])).toEqual({
      outcome: 'busy',
    });
  });

  it('where a contact is never as it was read', async () => {
    const of = await given();
    await updateItem(table, family(of), { set: { [`${memberPath(of.account)}.role`]: 'adult' } });
    const edit = editOf(contactValues(of.family.profile), { full_name: 'Ola Olsen' });
    const contact = { family: await familyOf(of), whose: 'family' } as const;
    expect(await updateContact(table, contact, edit)).toEqual({ outcome: 'busy' });
  });
});
