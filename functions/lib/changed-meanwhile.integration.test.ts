import { isDeepStrictEqual } from 'node:util';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { familyOfHolder } from '#infra/local/seed/world';
import {
  at,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleSender,
  sampleTimeZone,
  sampleVenue,
} from '#infra/testing/samples/samples';
import { createFakeSes } from '#infra/testing/services/ses';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import type { BookingEnd } from '#shared/booking/booking';
import { editOf } from '#shared/contract/edits';
import { healthValues } from '#shared/families/health';
import { type ImportId, type ImportRowId, importIdSchema } from '#shared/families/import';
import { sameFamily } from '#shared/families/import-decision';
import { contactValues } from '#shared/families/profile-input';
import type { LedgerEntry, LedgerEntryCause } from '#shared/ledger/entry';
import { bankRowIdSchema, paymentReferenceSchema, secondReferenceSchema } from '#shared/ledger/references';
import { businessMoment } from '#shared/lib/business-time';
import { idempotencyKeySchema, messageIdSchema, recipientIdSchema, userIdSchema } from '#shared/lib/ids';
import { phoneKey } from '#shared/lib/phone-number';
import { centsSchema, type Instant, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { markIdSchema } from '#shared/registers/register';
import { date } from '#shared/testing/values';
import { storeEmailProblem, storeFirstLogin } from '../accounts/account-marks.ts';
import {
  accountFromItem,
  accountItem,
  countPeople,
  storePasswordSet,
  verifyAddress,
} from '../accounts/accounts.ts';
import * as coaches from '../accounts/coaches.ts';
import { joinedFamilyExpiry } from '../accounts/joined-families.ts';
import { reserveInvitation, setAddressOfLink } from '../accounts/openings.ts';
import * as registrations from '../accounts/registrations.ts';
import { beginRoleChange, endRoleChange, type RoleState } from '../accounts/roles.ts';
import { openSecondFactor, putSecondFactor, removeStoredFactor } from '../accounts/second-factor.ts';
import { familyFromItem, familyItem } from '../accounts/stored-families.ts';
import { releaseToken, takeToken, tokenUse } from '../accounts/tokens.ts';
import { closeAccount } from '../across/delete-account.ts';
import { beginClassDeletion } from '../across/delete-class.ts';
import { deleteAbandonedFamily } from '../across/delete-family.ts';
import { inviteHolders } from '../across/invite-holders.ts';
import { bankRowClaimPut, unassignedRowDelete } from '../bank/bank-rows.ts';
import { bookingCredit, bookingDelete, bookingReplace, trialMove } from '../booking/booking-changes.ts';
import { bookingItem, bookingPut } from '../booking/bookings.ts';
import { decideLateEnding, lateEndingPut } from '../booking/end-booking.ts';
import { endedBooking, endedBookingItem } from '../booking/ended-bookings.ts';
import { placeRelease, placeReplace, placeTake } from '../booking/places.ts';
import { calendarRaise, classUpdate, sameCalendar } from '../classes/change-sessions.ts';
import { changeVenue, deleteVenue } from '../classes/change-venues.ts';
import { asManaged, classItem, slotItem } from '../classes/classes.ts';
import { listAgain } from '../classes/current-classes.ts';
import { namePut, sameVenue, venueItem, venueNameItem } from '../classes/venues.ts';
import * as adults from '../families/adults.ts';
import {
  addChildren,
  childIsStored,
  childItem,
  childNameUpdate,
  eraseCard,
  makeChildren,
  setCardEnd,
  updateCard,
} from '../families/children.ts';
import { updateContact } from '../families/contacts.ts';
import { type ImportDeed, noteOpening } from '../families/import-deeds.ts';
import { forgetRows, storeUndo } from '../families/imports.ts';
import { turnWrites } from '../families/phone-turns.ts';
import { storeChanges } from '../families/store-imported.ts';
import { dismissSame } from '../families/tasks.ts';
import { changeUpdate, hourOf, sendAsOneChange } from '../ledger/changes.ts';
import {
  type ChargeOptions,
  changedChildrenUpdate,
  chargeUpdate,
  raiseVersionOfChild,
  trialKey,
} from '../ledger/charges.ts';
import { endingUpdate, ledgerExpiry } from '../ledger/endings.ts';
import { entryWrites, ledgerEntryRef } from '../ledger/entries.ts';
import * as joins from '../ledger/join-ledgers.ts';
import * as ledgers from '../ledger/ledger.ts';
import { remindedUpdate, setDoNotRemind } from '../ledger/list-ledgers.ts';
import { referencePut } from '../ledger/references.ts';
import { noteMessageDone, noteRecipientsStored } from '../messages/messages.ts';
import { leaveList, removeReader } from '../messages/newsletter.ts';
import * as recipients from '../messages/recipients.ts';
import { acquireSender, releaseSender, renewSender } from '../messages/sender.ts';
import { deleteUnlisted, finishUnlisted, storeUnlisted } from '../registers/registers.ts';
import { cancellationInForce, restoredUpdate, type StoredCancellation } from '../sessions/cancellations.ts';
import { storeCover } from '../sessions/covers.ts';
import { releaseReserved } from '../terms/renewals.ts';
import * as applications from '../waiting/applications.ts';
import * as offers from '../waiting/offers.ts';
import { completeWork } from './due-work.ts';
import {
  type Item,
  type Key,
  keyOfItem,
  listAttribute,
  listIndex,
  tableSchema,
  toEpochSeconds,
} from './dynamo/items.ts';
import type { Write } from './dynamo/keyed-request.ts';
import * as classKeys from './dynamo/keys-of-classes.ts';
import * as keys from './dynamo/keys-of-people.ts';
import { getItem } from './dynamo/reads.ts';
import { batchDelete, sendTransaction, updateItem } from './dynamo/writes.ts';
import type { FamilyJoin } from './family-join.ts';
import { newApplicationId, newBookingId, newChildId, newOfferId } from './ids.ts';
import { noteNotSent } from './mail/not-sent.ts';
import { acquireSendLease, releaseUnsentMail, sendOnce } from './mail/send-once.ts';
import { useWrite } from './uses.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const family = sampleFamily();
const { id: familyId, profile } = family;
const { id: parent, email } = profile;
const child = at(family.children, 0);
const another = userIdSchema.parse('00000000-0000-4000-8000-000000000000');
const office = userIdSchema.parse('00000000-0000-4000-8000-00000000000f');
const otherFamily = sampleFamily().id;
const momentAfter = (ms: number): Instant => instantOf(new Date(sampleNow.getTime() + ms));
const [before, now, later] = [momentAfter(-1), momentAfter(0), momentAfter(1)];
const seconds = toEpochSeconds(sampleNow);
const elsewhere = { PK: 'ELSEWHERE' };
const { useCounterKey: counterKey } = keys;
const lifetime = tableSchema.timeToLiveAttribute;

const token = 'token';
const invitation = { ...coaches.newInvitation({ email, by: another, now: sampleNow }), secret_hash: 'hash' };
const storedInvitation = { ...keys.invitationKey(invitation.id), entity: 'coach-invitation', ...invitation };
const role: RoleState = { ...profile, family_id: familyId, role: 'parent' };
const pendingRole: RoleState = { ...role, role: 'admin', role_pending: 'admin', role_changed_at: now };
const storedAccount = accountItem({ ...profile, family_id: familyId });
const newStoredFamily = familyOfHolder(family);
const storedFamily = familyItem(newStoredFamily, family.children);
const { [parent]: holder } = Object(storedFamily.members);

/** The family with its holder as the changes say, and what its other members are. */
const withHolder = (changes: Item, others: Item = {}): Item => ({
  members: { [parent]: { ...holder, ...changes }, ...others },
});
const undeliverable = { email_verified: false, email_problem: { kind: 'bounced', at: before } };
const secondAdult = { [another]: { ...holder, role: 'adult', email: 'sam@example.com' } };
const third = { [office]: { ...holder, role: 'adult', email: 'kim@example.com' } };
const ofTwo = { ...storedFamily, ...withHolder({}, secondAdult) };
const readFamily = (item: Item) => {
  const read = familyFromItem(item);
  return { read, members: [at(read.members, 0), read.members[1] ?? at(read.members, 0)] as const };
};
const person = { ...readFamily(storedFamily).members[0], ...accountFromItem(storedAccount) };

/** An account with an empty family of its own, which is invited to join the family. */
const invitedFamily = sampleFamily({ children: [] });
const invitedAccount = accountItem({ ...invitedFamily.profile, family_id: invitedFamily.id });
const ownFamily = familyItem(familyOfHolder(invitedFamily), []);
const invitedLedger = ledgers.familyLedgerItem(invitedFamily.id);
const invited = {
  profile: { ...readFamily(ownFamily).members[0], ...accountFromItem(invitedAccount) },
  family: readFamily(ownFamily).read,
};
const adultInvitation = {
  ...coaches.newInvitation({ email, by: parent, now: sampleNow, role: 'adult', familyId }),
  secret_hash: 'hash',
  tries: 1,
};
const storedAdultInvitation = {
  ...keys.invitationKey(adultInvitation.id),
  entity: 'adult-invitation',
  ...adultInvitation,
};
const join = () => {
  const joined = { invitation: adultInvitation, family: readFamily(storedFamily).read };
  return adults.joinFamily(table, invited, joined, sampleNow, []);
};
/** The same family without a login: the office knows it. */
const familyWithoutLogin = { ...storedFamily, members: {}, office_contact: { ...profile } };
const inviteHolder = () => {
  const together = { by: another, now: sampleNow, extraWrites: [] };
  return inviteHolders(table, [familyFromItem(familyWithoutLogin)], together);
};
const newContact = editOf(contactValues(profile), {
  full_name: 'Zofia Kowalska',
  phone_number: '07700 900456',
});
const storedToken = { ...keys.tokenKey(token), kind: 'verify-email' };
const [seen, seenLater] = [
  { until: date('2026-01-01'), note: 'Seen' },
  { until: date('2027-01-01'), note: 'Seen' },
];
const noChecks = { background_check: null, first_aid: null };
const factor = { on_since: now, recovery: new Set(['hash']) };

const message = messageIdSchema.parse(`msg_${'0'.repeat(22)}`);
const recipient = recipientIdSchema.parse(parent);
const storedRecipient = { ...keys.recipientKey(message, recipient), id: recipient, state_at: before };
const content = { id: message, created_at: now } as Parameters<typeof noteRecipientsStored>[1];
const ofMessage = { messageId: message, at: now };

const cls = sampleClass();
const managed = asManaged(cls);
const slot = at(cls.time_slots, 0);
const session = { class_id: cls.id, slot_id: slot.id, date: date('2025-09-27') };
const cover = { ...session, coach_ids: [parent] };
const storedVenue = venueItem(sampleVenue);
const [earlierClass, laterClass] = [sampleClass(), sampleClass()].map(({ id }) => id).toSorted();

const row = { id: bankRowIdSchema.parse('r'.repeat(43)), day: session.date };
const reference = paymentReferenceSchema.parse('F-7K2M9');
const joinedReference = paymentReferenceSchema.parse('F-8K2M9');
const storedLedger = ledgers.familyLedgerItem(familyId);
const unlisted = { id: markIdSchema.parse(`mrk_${'0'.repeat(16)}`), name: 'Zoe', phone_number: '1', at: now };
const named = { ...session, id: unlisted.id };
const addedTo = { ...session, received_at: now, by: another };
const storedUnlisted = {
  ...classKeys.unlistedKey(slot.id, session.date, unlisted.id),
  ...unlisted,
  entity: 'unlisted-child',
};

const booking = sampleBooking(cls, family);
const storedBooking = bookingItem(booking);
const changedBookings: readonly Item[] = [
  ...[{ id: 'another' }, { first_session: '2025-10-04' }, { child_name: 'Alex' }, elsewhere],
  ...[{ credited_dates: new Set(['2025-09-27']) }, { not_coming: new Set(['2025-09-27']) }],
];
const ids = { parent_id: familyId, class_id: cls.id, time_slot_id: slot.id, child_ids: [child.id] };
const offerId = newOfferId(sampleNow);
const attempt = idempotencyKeySchema.parse('attempt-of-this-test-1');
const entry: applications.StoredApplication = {
  ...ids,
  id: newApplicationId(sampleNow),
  since: now,
  offer_id: offerId,
  ...{ put_first_at: null, put_first_reason: null, passed_over_at: null },
  idempotency_key: attempt,
};
const sibling = newChildId(sampleNow);
const offer: offers.StoredOffer = {
  ...ids,
  id: offerId,
  entry_id: entry.id,
  state: 'taken',
  taken_by: attempt,
  until: later,
  price: booking.amount,
  from_session: session.date,
  dates: [session.date],
  created_at: now,
  children: [],
  calendar_version: 0,
};
const renewal = { from_class_id: cls.id, class_id: cls.id, booking_id: booking.id };
const ofRenewal = {
  ...{ parent_id: familyId, child_id: child.id, offer_id: offerId, message_id: message },
  ...({ state: 'open', state_at: now } as const),
};
const storedSlot = {
  ...slot,
  ...{ reserved: 1, kept: 0, waiting: 0, held: 0, list_version: 0, revenue: 0 },
  ...{ closed: false, released_at: null },
};
const listedSlot = { ...slotItem(slot, 0), current_bookings: 1, held: 1, kept: 0, waiting: 0 };

const ofChildCard = { parentId: familyId, childId: child.id };
const phone = phoneKey(profile.phone_number) ?? profile.phone_number;
const imported = importIdSchema.parse('i'.repeat(43)) as ImportId & ImportRowId;
const deed: ImportDeed = {
  ...{ import_id: imported, first: imported, rows: [imported], parent_id: familyId, made: 'changes' },
  ...{ children: [], completed: {}, stored: {}, at: now },
};
/** Stores what a file has new of the family: a child. */
const importChanges = async () => {
  const added = [
    {
      name: 'Zoe',
      date_of_birth: child.date_of_birth,
      ...{ medical_conditions: null, contact: null, is: null },
    },
  ];
  const adult = { full_name: profile.full_name, email, phone_number: profile.phone_number };
  const known = {
    family: {
      ...{ rows: [imported], adult, second: null, children: added, balance: null },
      ...{ is: null, apart: [], apart_in_file: false },
    },
    plan: { ...sameFamily(familyId), added },
    stored: { family: readFamily(storedFamily).read, children: [child], imported: [], madeBy: undefined },
    turns: new Map(),
  };
  const ofImport = { import_id: imported, started_at: now, started_by: null };
  const outcome = await storeChanges(table, ofImport, known, sampleNow);
  return { outcome: typeof outcome === 'string' ? outcome : 'done' };
};

const send = (...writes: readonly Write[]) => sendTransaction(table, [...writes]);

/** Stores the items alone in the table, and returns a function that reads those that are stored under the keys. */
const store = async (
  items: readonly (Item | Key)[],
  of: readonly (Item | Key)[],
): Promise<() => Promise<unknown[]>> => {
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  await batchDelete(table, Items);
  await send(...items.map((Item) => ({ Put: { TableName: table.name, Item } })));
  return () =>
    Promise.all(of.map((key) => getItem(table, { key: keyOfItem(key), fromItem: (found) => found })));
};

const valueAt = (item: unknown, path: string): unknown =>
  path.split('.').reduce((value: unknown, name) => Object(value)[name], item);

/** A change that is made, or the writes of one. */
type MakeChange = () => Promise<unknown> | Write | readonly Write[];

const make = (change: MakeChange): Promise<unknown> => {
  const made = change();
  return made instanceof Promise ? made : send(...[made].flat());
};

/** The change is done, and clears the attributes at these paths of the first item. */
const expectDone = async (
  items: readonly (Item | Key)[],
  change: MakeChange,
  clears: readonly string[] = [],
) => {
  const read = await store(items, items.slice(0, 1));
  const seen = await read();
  const outcome = await make(change);
  const stored = await read();
  expect(Object(outcome).outcome === 'done' || !isDeepStrictEqual(stored, seen)).toBe(true);
  for (const path of clears) {
    expect(valueAt(seen[0], path), path).toBeDefined();
    expect(valueAt(stored[0], path), path).toBeUndefined();
  }
};

const expectRefused = async (
  items: readonly (Item | Key)[],
  of: readonly (Item | Key)[],
  change: MakeChange,
) => {
  const read = await store(items, of);
  const seen = await read();
  const outcome = await make(change);
  expect(await read()).toEqual(seen);
  expect(outcome).not.toMatchObject({ outcome: 'done' });
};

/** What a change is made of, and must be as it was read: the first item. The others are stored beside it. */
const given = (stored: Item | Key, ...beside: readonly Item[]) => ({
  /** With each of the differences, nothing changes; null removes the attribute. */
  requires: (differences: readonly Item[], change: MakeChange, clears?: readonly string[]) =>
    describe(`${change}`, () => {
      it('is done where all is as it was read', () => expectDone([stored, ...beside], change, clears));

      it.each(differences)('changes nothing with %j', async (difference) => {
        const attributes = Object.entries({ ...stored, ...difference });
        const item = Object.fromEntries(attributes.filter(([name]) => difference[name] !== null));
        await expectRefused([item, ...beside], [stored, item], change);
      });
    }),

  clears: (change: MakeChange, paths: readonly string[]) =>
    it(`${change} clears ${paths}`, () => expectDone([stored, ...beside], change, paths)),

  isPutOnce: (change: MakeChange) =>
    it(`${change} is done once`, async () => {
      await expectDone([{ ...stored, ...elsewhere }, ...beside], change);
      await expectRefused([stored, ...beside], [stored], change);
    }),
});

given(storedToken).requires([{ used_by: 'another' }, elsewhere], () => takeToken(table, token, 'use'));
given(storedToken).requires([{ used_by: 'use' }, elsewhere], () => tokenUse(table, token, 'use'));
it('a token that a use has taken is taken by it again, and by no other one', async () => {
  await store([storedToken], []);
  const takes = ['use', 'use', 'another'].map((use) => () => takeToken(table, token, use));
  const taken: boolean[] = [];
  for (const take of takes) taken.push(await take());
  expect(taken).toEqual([true, true, false]);
});
given({ ...storedToken, used_by: 'use' }).requires(
  [{ used_by: 'another' }, { used_by: null }],
  () => releaseToken(table, token, { use: 'use', now: sampleNow }),
  ['used_by'],
);
given({ ...storedAccount, browser_secret_hash: 'hash' }, storedFamily).requires(
  [{ deleting: now }, elsewhere],
  () => storePasswordSet(table, person, now),
  ['browser_secret_hash'],
);
given({ ...storedFamily, ...withHolder(undeliverable) }, storedAccount).requires(
  [{ deleting: now }, { members: secondAdult }, elsewhere],
  () => storePasswordSet(table, person, now),
  [`members.${parent}.email_problem`],
);
given({ ...storedFamily, ...withHolder(undeliverable) }, storedToken, storedAccount).requires(
  [{ deleting: now }, { members: secondAdult }, elsewhere],
  () => verifyAddress(table, person, token),
  [`members.${parent}.email_problem`],
);
given({ ...storedAccount, browser_secret_hash: 'hash' }, storedToken, storedFamily).requires(
  [{ deleting: now }, elsewhere],
  () => verifyAddress(table, person, token),
  ['browser_secret_hash'],
);
given(storedToken, storedAccount, storedFamily).requires([{ used_by: 'another' }], () =>
  verifyAddress(table, person, token),
);
given(storedAccount).requires([{ first_login_at: before }, { deleting: now }, elsewhere], () =>
  storeFirstLogin(table, parent, now),
);
given(
  { ...storedFamily, ...withHolder({ email_problem: { kind: 'bounced', at: before } }) },
  storedAccount,
).requires(
  [
    withHolder({ email: 'another@example.com' }),
    withHolder({ email_problem: { kind: 'bounced', at: now } }),
    ...[{ members: secondAdult }, { deleting: now }, elsewhere],
  ],
  () => storeEmailProblem(table, { userId: parent, email, problem: { kind: 'complained', at: now } }),
);
given(storedAccount).requires([{ role: 'admin' }, elsewhere], () => closeAccount(table, { id: parent }));
given(storedAccount, storedFamily).requires(
  [{ role_pending: 'admin' }, { role_changed_at: before }, { deleting: now }, elsewhere],
  () => beginRoleChange(table, role, 'admin', now, []),
);
given({ ...storedAccount, role: 'admin', role_pending: 'admin', role_changed_at: now }).requires(
  [{ role_pending: 'parent' }, { role_changed_at: before }, { deleting: now }],
  () => endRoleChange(table, pendingRole, later),
  ['role_pending'],
);
given(
  {
    ...{ ...storedAccount, ...keys.adminIndexKeys(profile) },
    ...{ role: 'admin', role_pending: 'parent', role_changed_at: now },
  },
  storedFamily,
).requires(
  [{ role_pending: 'admin' }, { role_changed_at: before }, { deleting: true }],
  () => endRoleChange(table, { ...pendingRole, role_pending: 'parent' }, later),
  ['role', 'role_pending', listIndex.partitionKey, listIndex.sortKey],
);
given({ ...keys.peopleCountsKey, admins: 2 }).requires([{ admins: 1 }, { admins: null }], () =>
  countPeople(table, { admins: -1 }, { moreAdminsThan: 1 }),
);
given({ ...keys.coachKey(parent), pending: 'revoke', changed_at: before }, storedAccount).requires(
  [{ changed_at: now }],
  () => coaches.beginCoachGrant(table, parent, { at: later, settledBefore: now }, []),
);
// It is checked, and not changed.
given(storedAccount).requires([{ deleting: true }, elsewhere], () =>
  coaches.beginCoachGrant(table, parent, { at: later, settledBefore: now }, []),
);
given({ ...keys.coachKey(parent), pending: 'grant', changed_at: now }).requires(
  [{ pending: 'revoke' }, { pending: null }, { changed_at: later }],
  () => coaches.endCoachGrant(table, parent, now),
  ['pending'],
);
given({ ...keys.coachKey(parent) }).requires([elsewhere], () =>
  coaches.beginCoachRevocation(table, parent, now, []),
);
given({ ...keys.coachKey(parent), pending: 'revoke' }).requires(
  [{ pending: 'grant' }, { pending: null }],
  () => coaches.endCoachRevocation(table, parent),
);
given({ ...keys.coachKey(parent) }).requires(
  [{ first_aid: seen }, { background_check: seen }, elsewhere],
  () => coaches.storeChecks(table, { id: parent, ...noChecks }, noChecks, []),
);
given({ ...keys.coachKey(parent), background_check: seen, first_aid: seen }).requires(
  [{ first_aid: null }, { background_check: null }, { background_check: seenLater }],
  () => coaches.storeChecks(table, { id: parent, background_check: seen, first_aid: seen }, noChecks, []),
);
given(storedInvitation).requires([{ entity: 'admin-invitation' }], () =>
  coaches.deleteInvitation(table, invitation, []),
);
given(storedInvitation).requires([{ invited_at: later }, elsewhere], () =>
  coaches.createInvitationLink(table, invitation),
);
given(storedInvitation).requires([{ secret_hash: 'another' }, elsewhere], () =>
  coaches.requireInvitation(table, invitation),
);
given(storedInvitation).requires([{ secret_hash: 'another' }], () =>
  coaches.useInvitation(table, invitation),
);
given(storedInvitation).requires([{ secret_hash: 'another' }, { used_by: another }, elsewhere], () =>
  reserveInvitation(table, invitation, parent),
);
given(
  { ...storedInvitation, ...keys.invitationKey(keys.openingId), id: keys.openingId },
  storedInvitation,
).requires([{ secret_hash: 'another' }, { used_by: another }, elsewhere], () =>
  reserveInvitation(table, { ...invitation, opens_school: true }, parent),
);
given({ ...storedInvitation, email: '' }).requires(
  [{ secret_hash: 'another' }, { named: 'another' }, elsewhere],
  () => setAddressOfLink(table, { ...invitation, email: '' }, email),
);
given({ ...keys.secondFactorKey(parent), ...factor }).requires([{ on_since: null }, elsewhere], () =>
  openSecondFactor(table, parent, now),
);
given({ ...keys.secondFactorKey(parent), on_since: before }).requires(
  [{ on_since: now }, { on_since: later }],
  () => putSecondFactor(table, parent, { at: later, codes: ['code'], signedInAt: now }),
);
given({ ...keys.secondFactorKey(parent), ...factor }).requires([{ on_since: later }], () =>
  removeStoredFactor(table, parent, factor, []),
);
given({ ...keys.registrationKey(email), held_by: 'attempt' }).requires(
  [{ held_by: 'another' }, { held_by: null, user_id: another }],
  () => registrations.registrationPut(table, { email, userId: parent, attempt: 'attempt' }),
);
given({ ...keys.registrationKey(email), family_id: familyId }).requires(
  [{ family_id: otherFamily }, { family_id: null, user_id: parent }],
  () => registrations.familyAddressPut(table, email, familyId),
);
given({ ...keys.registrationKey(email), user_id: parent }).requires(
  [{ user_id: another }, { user_id: null, held_by: 'attempt' }],
  () => registrations.registrationDelete(table, { email, userId: parent }),
);
given({ ...keys.registrationKey(email), family_id: familyId }).requires(
  [{ family_id: otherFamily }, { held_by: 'attempt' }, { family_id: null, user_id: parent }],
  () => registrations.familyAddressDelete(table, { email, familyId }),
);
given({ ...keys.registrationKey(email), family_id: familyId }).requires(
  [
    ...[{ family_id: invitedFamily.id }, { held_by: 'attempt' }],
    ...[{ family_id: null, user_id: parent }, elsewhere],
  ],
  () => registrations.familyAddressJoin(table, email, { from: familyId, to: otherFamily }),
);

const hold = (before: registrations.Registration | undefined) => async () => {
  const held = await registrations.holdAddress(table, email, {
    attempt: 'attempt',
    seen: before,
    now: sampleNow,
  });
  return { outcome: held?.holder === 'attempt' && held.attempt === 'attempt' ? 'done' : 'refused' };
};

given({ ...keys.registrationKey(email), user_id: parent }).isPutOnce(hold(undefined));
given({ ...keys.registrationKey(email), user_id: parent }).requires(
  [{ user_id: another }, { user_id: null, held_by: 'another' }],
  hold({ holder: 'account', userId: parent }),
);
given({ ...keys.registrationKey(email), family_id: familyId }).requires(
  [{ family_id: otherFamily }, { held_by: 'another' }, { family_id: null, user_id: parent }],
  hold({ holder: 'family', familyId }),
);
given({ ...keys.registrationKey(email), held_by: 'another' }).requires(
  [{ held_by: 'third' }, { held_by: null, user_id: parent }],
  hold({ holder: 'attempt', attempt: 'another' }),
);

given(storedFamily).requires([ofTwo, { members: {} }, { deleting: now }, elsewhere], () => {
  const { read } = readFamily(storedFamily);
  return adults.storeAdultInvitation(
    table,
    { family: read, by: parent, email: 'a@b.org', now: sampleNow },
    [],
  );
});
given(familyWithoutLogin).requires(
  [
    { office_contact: { ...profile, email: 'another@b.org' } },
    ...[{ members: withHolder({}).members }, { deleting: now }, elsewhere],
  ],
  () => {
    const { family, ...by } = { family: familyFromItem(familyWithoutLogin), by: another };
    return adults.storeAdultInvitation(table, { ...by, family, email: 'a@b.org', now: sampleNow }, []);
  },
);
given(familyWithoutLogin).requires(
  [
    { office_contact: { ...profile, email: 'another@b.org' } },
    ...[{ members: withHolder({}).members }, { deleting: now }, elsewhere],
  ],
  inviteHolder,
);
given(storedAdultInvitation, familyWithoutLogin).requires([{ tries: 2 }], () => {
  const invited = { family: familyFromItem(familyWithoutLogin), by: another, now: sampleNow };
  return adults.storeAdultInvitation(table, { ...invited, email: 'a@b.org', tries: 1 }, []);
});
given({ ...storedAdultInvitation, valid_until: now }, familyWithoutLogin).requires(
  [{ valid_until: later }],
  inviteHolder,
);
given(familyWithoutLogin, invitedAccount, ownFamily, invitedLedger, storedAdultInvitation).requires(
  [{ members: withHolder({}).members }, { deleting: now }, elsewhere],
  () => {
    const invitation = { ...adultInvitation, holds: true } as const;
    const joined = { invitation, family: familyFromItem(familyWithoutLogin) };
    return adults.joinFamily(table, invited, joined, sampleNow, []);
  },
);
given(storedFamily).requires(
  [
    ...[withHolder({ full_name: 'Ola' }), withHolder({ phone_number: '07700 900789' })],
    ...[{ members: secondAdult }, { members: {} }, { deleting: true }, elsewhere],
  ],
  () => updateContact(table, { family: readFamily(storedFamily).read, whose: parent }, newContact),
);
given(familyWithoutLogin).requires(
  [
    // A holder who joined meanwhile has a contact of the own.
    ...[withHolder({ full_name: 'Ola' }), { office_contact: { ...profile, full_name: 'Ola' } }],
    ...[{ office_contact: { ...profile, phone_number: '07700 900789' } }, { deleting: true }, elsewhere],
  ],
  () => updateContact(table, { family: familyFromItem(familyWithoutLogin), whose: 'family' }, newContact),
);
given({ ...keys.familyTaskKey('same', [familyId, otherFamily].toSorted()), kind: 'same' }).requires(
  [elsewhere],
  () => dismissSame(table, { family_id: otherFamily, other_id: familyId }, []),
);
given({ ...storedFamily, adult_invited: { email } }).requires(
  [{ deleting: now }, elsewhere],
  () => adults.withdrawAdultInvitation(table, { id: familyId }, []),
  ['adult_invited'],
);
given({ ...storedAdultInvitation, tries: limits.invitationTries - 1 }).requires(
  [{ tries: limits.invitationTries }, { secret_hash: 'another' }, elsewhere],
  () => coaches.countAnswer(table, adultInvitation),
);
given(storedAdultInvitation).requires([{ secret_hash: 'another' }, elsewhere], () =>
  coaches.uncountAnswer(table, adultInvitation),
);
given(storedAdultInvitation, storedFamily).requires([{ secret_hash: 'another' }, elsewhere], () =>
  adults.endUnprovedInvitation(table, adultInvitation, { id: familyId }, sampleNow),
);
given(storedAdultInvitation, storedFamily).requires([{ invited_by: another }, elsewhere], () =>
  adults.endInvitationBy(table, { id: familyId }, parent),
);
given({ ...storedFamily, adult_invited: { email } }, storedAdultInvitation).requires(
  [{ deleting: now }, elsewhere],
  () => adults.endUnprovedInvitation(table, adultInvitation, { id: familyId }, sampleNow),
  ['adult_invited'],
);
given({ ...storedFamily, adult_invited: { email } }, storedAdultInvitation).requires(
  [{ deleting: now }, elsewhere],
  () => adults.endInvitationBy(table, { id: familyId }, parent),
  ['adult_invited'],
);
given(invitedAccount, ownFamily, invitedLedger, storedFamily, storedAdultInvitation).requires(
  [{ family_id: otherFamily }, { deleting: now }, elsewhere],
  join,
);
given(ownFamily, invitedAccount, invitedLedger, storedFamily, storedAdultInvitation).requires(
  [
    { members: { ...Object(ownFamily.members), ...secondAdult } },
    ...[{ members: secondAdult }, { children_count: 1 }, { [listAttribute]: null }],
    ...[{ deleting: now }, elsewhere],
  ],
  join,
);
given(
  { ...storedFamily, adult_invited: { email } },
  invitedAccount,
  ownFamily,
  invitedLedger,
  storedAdultInvitation,
).requires([ofTwo, { members: {} }, { deleting: now }, elsewhere], join, ['adult_invited']);
given(storedAdultInvitation, invitedAccount, ownFamily, invitedLedger, storedFamily).requires(
  [{ secret_hash: 'another' }, elsewhere],
  join,
);
given(ofTwo, accountItem({ ...profile, id: another, family_id: familyId })).requires(
  [
    withHolder({ role: 'adult' }, { [another]: { ...secondAdult[another], role: 'holder' } }),
    ...[storedFamily, { members: secondAdult }, { money_mails: another }, { deleting: now }, elsewhere],
  ],
  () => {
    const { read, members } = readFamily(ofTwo);
    return adults.changeHolder(table, read, { holder: members[0], adult: members[1] }, []);
  },
);
given(accountItem({ ...profile, id: another, family_id: familyId }), ofTwo).requires(
  [{ deleting: true }, elsewhere],
  () => {
    const { read, members } = readFamily(ofTwo);
    // It is checked, and not changed.
    return adults.changeHolder(table, read, { holder: members[0], adult: members[1] }, []);
  },
);
given(storedFamily, ledgers.familyLedgerItem(familyId)).requires(
  [{ members: secondAdult }, { deleting: now }, elsewhere],
  () => adults.storeMoneyMails(table, { id: familyId }, parent, now, []),
);
// Also while the family is being deleted: its second adult leaves it first.
given(ofTwo).requires(
  [
    ...[storedFamily, { members: secondAdult }, { money_mails: another }, elsewhere],
    // Others joined in the place of either.
    ...[{ members: { ...secondAdult, ...third } }, withHolder({}, third)],
  ],
  () => adults.writesOfRemoval(table, readFamily(ofTwo).read, parent).slice(0, 1),
);
given({ ...ofTwo, money_mails: parent }).requires([
  { money_mails: null },
  { money_mails: another },
  { members: secondAdult },
  elsewhere,
], () => {
  const { read } = readFamily({ ...ofTwo, money_mails: parent });
  return adults.writesOfRemoval(table, read, parent).slice(0, 1);
}, ['money_mails', `members.${parent}`]);
given(storedFamily).requires([ofTwo, { members: secondAdult }, { money_mails: another }, elsewhere], () =>
  adults.writesOfRemoval(table, readFamily(storedFamily).read, parent).slice(0, 1),
);
given(storedAccount, ofTwo).requires([{ family_id: otherFamily }, { deleting: now }, elsewhere], () => {
  const { read } = readFamily(ofTwo);
  return adults.leaveFamily(table, { family: read, account: person, now: sampleNow, isNoted: false }, []);
});

given({ ...keys.messageKey(message), state: 'queued' }).requires(
  [{ state: 'sending' }, { state: 'done' }],
  () => noteRecipientsStored(table, content, 1),
);
given({ ...keys.messageKey(message), state: 'sending' }).requires([{ state: 'queued' }, { resent: 1 }], () =>
  noteMessageDone(table, { id: message, resent: 0 }, { forgetsText: false }),
);
given({ ...keys.messageKey(message), state: 'sending', resent: 1 }).requires(
  [{ resent: 2 }, { resent: null }],
  () => noteMessageDone(table, { id: message, resent: 1 }, { forgetsText: false }),
);
given({ ...keys.senderKey, holder: 'another', held_until: seconds }).requires(
  [{ held_until: seconds + 1 }],
  () => acquireSender(table, { holder: 'run', now: sampleNow, ids: [] }),
);
given({ ...keys.senderKey, holder: 'run', held_until: seconds }).requires(
  [{ holder: 'another' }, { holder: null }],
  () => renewSender(table, { holder: 'run', now: sampleNow, progressAt: undefined }),
);
given({ ...keys.senderKey, holder: 'run', held_until: seconds }).requires(
  [{ holder: 'another' }, { pending: new Set([message]) }],
  () => releaseSender(table, 'run', { onlyIfIdle: true }),
);
given({ ...storedRecipient, state: 'queued' }).requires(
  [{ state: 'sending' }, { state: 'unknown' }, { state: 'held-back' }],
  () => recipients.leaseRecipients(table, ofMessage, [recipient]),
);
given({ ...storedRecipient, state: 'sending' }).requires(
  [{ state: 'delivered' }, { state: 'bounced' }, elsewhere],
  () => recipients.raiseState(table, ofMessage, recipient, 'accepted'),
);
given({ ...storedRecipient, state: 'sending' }).requires([{ state: 'queued' }, { state: 'accepted' }], () =>
  noteNotSent(
    table,
    { error: new Error('No'), cause: 'unknown', waits: false, now: sampleNow, fields: {} },
    (counted) => recipients.noteRecipientNotSent(table, ofMessage, { id: recipient, refusals: 0 }, counted),
  ),
);
given({ ...storedRecipient, state: 'queued' }).requires([{ state: 'unknown' }, { state: 'accepted' }], () =>
  recipients.holdBack(table, ofMessage, recipient, 'no-email'),
);
given({ ...storedRecipient, state: 'sending' }).requires(
  [{ state: 'accepted' }, { state: 'held-back' }],
  () => recipients.releaseRecipient(table, ofMessage, { id: recipient, refusals: 1 }),
);
given({ ...keys.readerKey(keys.readerIdOf(email)), email, leave_secret: 'secret' }).requires(
  [{ leave_secret: 'another' }, elsewhere],
  () => leaveList(table, { reader: keys.readerIdOf(email), secret: 'secret', now: sampleNow }),
);
given({ ...keys.readerKey(keys.readerIdOf(email)), email }).requires([{ email: null }, elsewhere], () =>
  removeReader(table, keys.readerIdOf(email), sampleNow, []),
);
given({
  ...keys.sendLeaseKey('subject', 'kind'),
  holder: 'another',
  sent: false,
  [lifetime]: seconds,
}).requires([{ [lifetime]: seconds + 1 }], () =>
  acquireSendLease(table, { kind: 'kind', subjectId: 'subject' }, sampleNow),
);
given({ ...keys.sendLeaseKey('subject', 'kind'), holder: 'another', sent: false }).requires(
  [{ sent: true }],
  () => releaseUnsentMail(table, { kind: 'kind', subjectId: 'subject' }),
);
given({ ...counterKey('feed', 'subject', instantOf(new Date(0))), uses: 1 }).requires([{ uses: 2 }], () =>
  useWrite(table, { kind: 'feed', subject: 'subject', most: 2, periodSeconds: 60 }, new Date(1)),
);
given({ ...classKeys.dailyWorkKey('reminders'), day: '2025-09-27' }).requires(
  [{ day: '2025-09-28' }, elsewhere],
  () =>
    completeWork(
      table,
      { kind: 'reminders', day: date('2025-09-27') },
      { kind: 'reminders', day: date('2025-09-28'), dueAt: now },
      [],
    ),
);

given({ ...classKeys.currentClassesKey, from: laterClass }).requires(
  [{ from: earlierClass }, elsewhere],
  () => listAgain(table, earlierClass ?? cls.id),
);
given(venueNameItem(sampleVenue)).isPutOnce(() => namePut(table, sampleVenue));
given(storedVenue).requires([{ version: sampleVenue.version + 1 }, { deleting: 'mark' }, elsewhere], () =>
  sameVenue(table, sampleVenue),
);
given(storedVenue).requires([{ version: sampleVenue.version + 1 }, elsewhere], () =>
  changeVenue(table, sampleVenue, { ...sampleVenue, version: sampleVenue.version + 1 }, []),
);
given(storedVenue).requires([{ version: sampleVenue.version + 1 }], () =>
  deleteVenue(table, sampleVenue, []),
);
given(classItem(cls), slotItem(slot, 0)).requires(
  [{ version: managed.version + 1 }, { deleting: true }, elsewhere],
  () => beginClassDeletion(table, managed, []),
);
given(slotItem(slot, 0), classItem(cls)).requires([elsewhere], () => beginClassDeletion(table, managed, []));
given({ ...classKeys.coverKey(session), ...cover, coach_ids: [another] }).requires(
  [{ coach_ids: [another, parent] }, elsewhere],
  () => storeCover(table, cover, { ...cover, coach_ids: [another] }, []),
);
given(classKeys.coverKey(session)).isPutOnce(() => storeCover(table, cover, undefined, []));
given({
  ...classKeys.unlistedCountKey(slot.id, session.date),
  present: limits.unlistedPerSession - 1,
  added: limits.unlistedAddedPerSession - 1,
}).requires([{ present: limits.unlistedPerSession }, { added: limits.unlistedAddedPerSession }], () =>
  storeUnlisted(table, unlisted, addedTo),
);
given(storedUnlisted).requires([{ done_at: before }, { deleted_at: before }, elsewhere], () =>
  finishUnlisted(table, named, { at: now, by: another }),
);
given(storedUnlisted, { ...classKeys.unlistedCountKey(slot.id, session.date), present: 1 }).requires(
  [{ deleted_at: before }, elsewhere],
  () => deleteUnlisted(table, named, sampleNow),
);

given(classItem(cls)).requires([{ version: managed.version + 1 }, { deleting: true }, elsewhere], () =>
  classUpdate(table, managed, { picture: 'url' }, []),
);
given(storedBooking).isPutOnce(() => bookingPut(table, booking));
given(storedBooking).requires(changedBookings, () => bookingDelete(table, booking));
given(storedBooking).requires(changedBookings, () =>
  bookingReplace(table, booking, { ...booking, child_name: 'Alex' }),
);
given(storedBooking).requires([{ id: 'another' }, { first_session: '2025-10-04' }, elsewhere], () =>
  trialMove(table, booking, { to: date('2025-10-04'), movedBy: '2025-09-27#1' }),
);
given(classKeys.offerKey(offer.id)).isPutOnce(() => offers.offerPut(table, offer));
given({ ...classKeys.offerKey(offer.id), parent_id: familyId, state: 'open' }).requires(
  [{ state: 'taken' }, { state: 'expired' }, { parent_id: otherFamily }, elsewhere],
  () => offers.offerEndUpdate(table, offer, { state: 'declined', at: now }),
);
given({ ...classKeys.offerKey(offer.id), state: 'taken', taken_by: attempt }).requires(
  [{ state: 'declined' }, { taken_by: 'another' }],
  () => offers.offerGiveBackUpdate(table, offer, undefined),
);
given(classKeys.renewalKey(renewal)).isPutOnce(() => offers.renewalPut(table, { ...renewal, ...ofRenewal }));
given({ ...classKeys.renewalKey(renewal), offer_id: offer.id, state: 'open' }).requires(
  [{ offer_id: 'another' }, elsewhere],
  () => offers.renewalEndUpdates(table, { ...offer, renewal }, 'declined', { at: now }),
);
given({ ...classKeys.renewalKey(renewal), offer_id: offer.id, state: 'open' }).requires(
  [{ offer_id: 'another' }, { state: 'taken' }, elsewhere],
  () => offers.renewalMoveUpdate(table, { ...offer, renewal }, newOfferId(sampleNow), now),
);
given(classKeys.waitingChildKey(slot.id, child.id)).isPutOnce(() =>
  applications.applicationPuts(table, entry),
);
given({ ...classKeys.waitingChildKey(slot.id, child.id), ...entry }).requires(
  [{ id: 'another' }, { offer_id: null }, { offer_id: 'another' }, elsewhere],
  () => applications.applicationUpdate(table, entry, { put_first_at: now }),
);
given(
  { ...classKeys.waitingChildKey(slot.id, sibling), entry_id: entry.id },
  { ...classKeys.waitingChildKey(slot.id, child.id), ...entry },
).requires([{ entry_id: 'another' }], () =>
  applications.applicationDeletes(table, { ...entry, child_ids: [child.id, sibling] }),
);
given({ ...listedSlot, waiting: 1 }).requires([{ waiting: 0 }, elsewhere], () =>
  applications.offeredPlacesRelease(table, entry, { at: now, hasWaiting: true, comesBack: false }),
);
given(listedSlot).requires([{ waiting: 1 }, elsewhere], () =>
  applications.offeredPlacesRelease(table, entry, { at: now, hasWaiting: false, comesBack: false }),
);
given(listedSlot).requires([elsewhere], () =>
  applications.offeredPlacesRelease(table, entry, { at: now, hasWaiting: false, comesBack: true }),
);
given({ ...listedSlot, reserved: 1 }).requires([{ reserved: 2 }, { waiting: 1 }, elsewhere], () =>
  releaseReserved(table, { ...storedSlot, reserved: 1, waiting: 0 }, now),
);
given({ ...listedSlot, reserved: 1, waiting: 2 }).requires([{ reserved: 2 }, { waiting: 0 }], () =>
  releaseReserved(table, { ...storedSlot, reserved: 1, waiting: 2 }, now),
);

given(storedLedger).requires([elsewhere], () => setDoNotRemind(table, familyId, true, []));
given({ ...storedLedger, do_not_remind: true }).requires([elsewhere], () =>
  setDoNotRemind(table, familyId, false, []),
);
given({ ...storedLedger, reminded_at: now }).requires(
  [{ reminded_at: later }, { do_not_remind: true }, elsewhere],
  () => remindedUpdate(table, familyId, { at: later, pauseFrom: now }),
);
given(storedLedger).requires([{ closing: true }, elsewhere], () => ledgers.ledgerIsOpen(table, familyId));
given(storedLedger).requires(
  [
    ...[{ closing: true }, { counted_hour: '2025-01-01T00' }, { places: new Set(['place']) }],
    ...[{ received: 1 }, { credited: 1 }, { waived: 1 }],
  ],
  () => ledgers.unusedLedgerDelete(table, familyId),
);
given(keys.referenceKey(reference)).isPutOnce(() => referencePut(table, familyId, reference));
given({ ...keys.bankRowKey(row.id), state: 'unassigned', times: 1 }).requires(
  [{ state: 'ignored' }, { times: 2 }],
  () =>
    bankRowClaimPut(
      table,
      { ...row, claim: { state: 'unassigned', times: 1 } },
      { state: 'ignored', times: 1 },
    ),
);
given(keys.bankRowKey(row.id)).isPutOnce(() =>
  bankRowClaimPut(table, { ...row, claim: undefined }, { state: 'ignored', times: 0 }),
);
given({ ...keys.unassignedRowKey(row) }).requires([elsewhere], () => unassignedRowDelete(table, row));
given(childItem(child)).requires([elsewhere], () => childIsStored(table, familyId, child.id));
given(childItem(child)).requires([elsewhere], () =>
  updateCard(
    table,
    ofChildCard,
    { health: { medical_conditions: 'Asthma' }, shown: { health: healthValues(child) } },
    { at: now, by: parent },
  ),
);
given({ ...childItem(child), card_goes_on: session.date }).requires(
  [elsewhere],
  () => updateCard(table, ofChildCard, { confirmed: true, shown: {} }, { at: now, by: parent }),
  ['card_goes_on'],
);
given(childItem(child)).requires([elsewhere], () => setCardEnd(table, child, session.date));
given({ ...childItem(child), card_goes_on: session.date, card_by: parent }).requires(
  [{ card_goes_on: '2025-09-28' }, { card_goes_on: null }],
  () => eraseCard(table, { ...child, card_goes_on: session.date }),
  ['card_goes_on', 'card_by'],
);
given({ ...storedFamily, ...withHolder({ email_verified: false }) }, storedAccount).requires(
  [withHolder({ email_verified: true }), withHolder({ email_verified: false }, secondAdult)],
  () => deleteAbandonedFamily(table, parent, sampleNow),
);
given(storedFamily, storedLedger).requires(
  [
    ...[{ children_count: limits.childrenPerFamily }, { child_keys: new Set(['zoe']) }],
    { child_names: new Set(Array.from({ length: limits.childNamesPerFamily }, (_, index) => `${index}`)) },
    ...[{ deleting: true }, elsewhere],
  ],
  () => {
    const added = [{ name: 'Zoe', date_of_birth: child.date_of_birth, medical_conditions: null }];
    const children = makeChildren(familyId, added, sampleNow);
    return addChildren(table, familyId, children, { by: parent, key: attempt, now: sampleNow });
  },
);
given(storedFamily, storedLedger).requires(
  [
    ...[{ full_name: 'Ola' }, { phone_number: '1' }, { email: 'ola@example.com' }, { role: 'adult' }].map(
      (changes) => withHolder(changes),
    ),
    ...[{ [listAttribute]: null }, { child_keys: new Set(['zoe']) }, { children_count: 2 }],
    ...[{ deleting: now }, elsewhere],
  ],
  importChanges,
);
// It is checked, and not changed.
given(storedLedger, storedFamily).requires([{ closing: true }, elsewhere], importChanges);
given({ ...keys.phoneTurnKey(phone), turn: 'one' }).requires([{ turn: 'two' }, elsewhere], () =>
  turnWrites(table, new Map([[phone, 'one']]), sampleNow),
);
given({ ...keys.phoneTurnKey(phone), turn: 'one' }).isPutOnce(() =>
  turnWrites(table, new Map([[phone, undefined]]), sampleNow),
);
given({ ...keys.importRowKey(imported, imported), parent_id: familyId }).requires(
  [{ parent_id: otherFamily }],
  () => forgetRows(table, imported, { parent_id: familyId, rows: [imported] }),
);
given({ ...keys.importKey(imported) }).requires([elsewhere], () => storeUndo(table, imported, sampleNow, []));
given({ ...keys.importedKey(familyId, imported), balance: 1 }).requires(
  [{ balance: null }, elsewhere],
  () => noteOpening(table, { ...deed, balance: 1 }, attempt),
  ['balance'],
);
given({ ...storedFamily, child_names: new Set(['Robin Parent']) }).requires(
  [
    { child_names: new Set(Array.from({ length: limits.childNamesPerFamily }, (_, index) => `${index}`)) },
    ...[{ deleting: now }, elsewhere],
  ],
  () => childNameUpdate(table, familyId, 'Alex Parent').slice(0, 1),
);

const hour = hourOf(now);
const plan = { amount: 100, due_dates: ['2025-10-01'], credited: 0, paid: 0 };
const [hourBefore, hourAfter] = ['2025-09-23T09', '2025-09-23T11'];
const readLedger = (item: Item) => ledgers.familyLedgerRef(familyId).fromItem(item);
const trial = trialKey(booking);
const place = ledgers.placeKey(booking);
const takesPlace = { ...booking, bookings: [booking] };
const otherChild = { ...booking, child_id: sibling };
/** A booking of the family whose ledger was read as it is stored, or of one that was not read. */
const charge = (stored: Item, options: Partial<ChargeOptions> = {}, more: object = {}) => {
  const read = { hour: 'new', recounted: undefined, ledger: readLedger(stored) } as const;
  return () => chargeUpdate(table, { ...takesPlace, ...more }, { ...read, ...options });
};
const lastChange = { changes_hour: hour, hour_changes: limits.changesPerHour - 1 };
const noChange = { hour_changes: limits.changesPerHour };
const ofChild = (version: number) => ({ child_versions: { [child.id]: version } });
const counted = { attempt, at: now, isCounted: true };
const changeOf = (stored: Item) => () => changeUpdate(table, familyId, counted, readLedger(stored));
const renames = {
  ...storedLedger,
  counted_hour: hour,
  hour_bookings: 1,
  renamed_children: { [sibling]: 'Kit' },
};
const endingOf = (stored: Item, more: Partial<Parameters<typeof endingUpdate>[1]> = {}) => {
  const ending = { ...booking, at: now, credit: booking.amount, next: undefined, trial_used: undefined };
  return () => endingUpdate(table, { ...ending, ...more }, readLedger(stored));
};
const booked = { ...storedLedger, places: new Set([place]) };
const next = { ...booking, id: newBookingId(sampleNow), time_slot_id: at(sampleClass().time_slots, 0).id };
const cause: LedgerEntryCause = { type: 'attempt', attempt };
const payment: LedgerEntry = {
  ...{ kind: 'payment', amount: booking.amount, day: session.date, method: 'cash', class: null },
  ...{ booking_id: null, recorded_at: now, made_by: another, cause },
};
const record = () => entryWrites(table, familyId, payment, undefined, { receipt: false, openSince: now });

/** What a booking, a change, the end of a booking and an entry require of a family's ledger, each by itself. */
given(storedLedger).isPutOnce(() => ledgers.familyLedgerPut(table, familyId));
given(storedLedger).requires(
  [
    ...[{ closing: true }, { ended_attempts: new Set([keys.attemptRef(booking.idempotency_key)]) }],
    ...[{ renamed_children: { [child.id]: 'Zoe' } }, { counted_hour: hour }, { changes_hour: hour }],
    ...[ofChild(1), elsewhere],
  ],
  charge(storedLedger),
);
given({ ...storedLedger, ...lastChange }).requires(
  [{ counted_hour: hour }, { changes_hour: hourBefore }, noChange],
  charge(storedLedger, { hour: 'changed' }),
);
given({
  ...storedLedger,
  ...lastChange,
  counted_hour: hour,
  hour_bookings: limits.bookingsPerHour - 1,
}).requires(
  [{ counted_hour: hourBefore }, { hour_bookings: limits.bookingsPerHour }, noChange],
  charge(storedLedger, { hour: 'same' }),
);
given({ ...storedLedger, ...ofChild(1) }).requires(
  [ofChild(2), { child_versions: {} }],
  charge({ ...storedLedger, ...ofChild(1) }),
);
given(storedLedger).requires([{ trials: new Set([trial]) }], charge(storedLedger, {}, { trial }));
given({ ...storedLedger, live_bookings_at_most: limits.liveBookings - 1 }).requires(
  [{ live_bookings_at_most: limits.liveBookings }],
  charge(storedLedger, { limitsLive: true }),
);
given(storedLedger).requires([{ open_since: before }], charge(storedLedger, { requiresFirstCharge: true }));
given(booked).requires(
  [{ places: null }, { places: new Set([place, 'another']) }],
  charge(booked, { requiresSamePlaces: true }, { bookings: [otherChild] }),
);
given(storedLedger).requires(
  [{ places: new Set(['another']) }],
  charge(storedLedger, { requiresSamePlaces: true }),
);
given({ ...storedLedger, due_plans: { [next.id]: { ...plan, due_dates: ['2025-09-17'] } } }).clears(
  charge(
    { ...storedLedger, due_plans: { [next.id]: { ...plan, due_dates: ['2025-09-17'] } } },
    {},
    { bookings: [{ ...booking, due_dates: plan.due_dates }] },
  ),
  [`due_plans.${next.id}`],
);
given(storedLedger).requires([ofChild(1), elsewhere], () =>
  raiseVersionOfChild(table, familyId, child.id, readLedger(storedLedger)),
);
given({ ...storedLedger, ...ofChild(1) }).requires([ofChild(2), { child_versions: {} }], () =>
  raiseVersionOfChild(table, familyId, child.id, readLedger({ ...storedLedger, ...ofChild(1) })),
);
given(storedLedger).requires(
  [
    ...[{ closing: true }, { ended_attempts: new Set([keys.attemptRef(attempt)]) }],
    ...[{ changes_hour: hour }, elsewhere],
  ],
  changeOf(storedLedger),
);
given({ ...storedLedger, ...lastChange }).requires(
  [noChange, { changes_hour: hourBefore }],
  changeOf({ ...storedLedger, ...lastChange }),
);
given({ ...storedLedger, ...lastChange }).requires([noChange, { closing: true }, elsewhere], () =>
  sendAsOneChange(table, { parent_id: familyId, at: now }, []),
);
given(storedLedger).requires([{ closing: true }, elsewhere], () =>
  sendAsOneChange(table, { parent_id: familyId, at: now }, []),
);
given(renames).requires(
  [
    ...[{ counted_hour: hourAfter }, { hour_bookings: 2 }],
    ...[{ renamed_children: { [sibling]: 'Zoe' } }, elsewhere],
  ],
  () => {
    const renamed = { [sibling]: 'Kim' };
    return changedChildrenUpdate(table, familyId, readLedger(renames), {
      ...counted,
      isCounted: false,
      renamed,
    });
  },
);
given(booked).requires([elsewhere], endingOf(booked), ['places']);
given({ ...booked, ...lastChange }).requires(
  [noChange, { changes_hour: hourBefore }],
  endingOf({ ...booked, ...lastChange }, { change: counted }),
);
given({ ...booked, trials: new Set([trial]) }).clears(endingOf(booked, { trial_used: false }), ['trials']);
given({ ...booked, ...ofChild(1) }).requires(
  [
    ...[{ closing: true }, { places: null }, { places: new Set([place, 'another']) }],
    ...[ofChild(2), { child_versions: {} }],
  ],
  endingOf({ ...booked, ...ofChild(1) }, { next }),
);
given(storedLedger).requires([{ closing: true }, elsewhere], record);
given({ ...ledgerEntryRef(familyId, cause).key }, storedLedger).isPutOnce(record);
given(storedLedger).requires([elsewhere], () => entryWrites(table, familyId, payment, undefined));

const joining: FamilyJoin = { from: familyId, to: otherFamily, same: new Map(), at: now };
const goingLedger = {
  ...ledgers.familyLedgerItem(familyId, [], reference),
  ...{ charged: 100, received: 50, counted_hour: '2025-09-23T10', due_plans: { [booking.id]: plan } },
  ...{
    second_reference: 'SMITH 2',
    joined_references: new Set([joinedReference]),
    payers: new Set(['payer']),
  },
  renamed_children: { [child.id]: child.name },
};
const keptLedger = ledgers.familyLedgerItem(otherFamily);
const references = [reference, secondReferenceSchema.parse('SMITH 2'), joinedReference].map((one) => ({
  ...keys.referenceKey(one),
  parent_id: familyId,
}));
const beginJoin = () =>
  joins.beginLedgerJoin(table, joining, { other: readLedger(goingLedger), into: readLedger(keptLedger) });
const moveBooking = () => joins.placeJoin(table, joining, readLedger(goingLedger), booking);
const reducedPlan = { due_plans: { [booking.id]: { ...plan, paid: 1 } } };
const emptiedLedger = { ...goingLedger, charged: 0, received: 0, ended_attempts: new Set([attempt]) };
const changedSums: readonly Item[] = [
  ...[{ charged: 1 }, { credited: 1 }, { waived: 1 }, { received: 1 }],
  ...[{ trials: new Set(['trial']) }, { ended_attempts: new Set(['another']) }],
];

/** Two families that become one: what changed in one of their ledgers is not lost. */
given(goingLedger, keptLedger, ...references).requires(
  [
    ...changedSums,
    ...[{ closing: true }, { second_reference: 'SMITH 3' }, { second_reference: null }],
    ...[{ payers: new Set(['payer', 'another']) }, { payers: null }],
    ...[{ renamed_children: { [child.id]: 'Zoe' } }, { renamed_children: null }, elsewhere],
  ],
  beginJoin,
  ['reference', 'second_reference', 'joined_references', 'payers', 'renamed_children'],
);
given(keptLedger, goingLedger, ...references).requires(
  [
    ...[{ closing: true }, { open_since: '2025-09-01' }, { reminded_at: now }],
    ...[{ renamed_children: { [sibling]: 'Zoe' } }, { counted_hour: '2025-09-23T09' }, elsewhere],
  ],
  beginJoin,
);
given(
  { ...references[1] },
  goingLedger,
  keptLedger,
  ...references.filter((_, index) => index !== 1),
).requires([{ parent_id: invitedFamily.id }, elsewhere], beginJoin);
given(goingLedger, keptLedger).requires([reducedPlan, { due_plans: {} }, elsewhere], moveBooking, [
  `due_plans.${booking.id}`,
]);
given(keptLedger, goingLedger).requires(
  [{ renamed_children: { [child.id]: 'Zoe' } }, elsewhere],
  moveBooking,
);
given(goingLedger, keptLedger).requires(
  [reducedPlan, { due_plans: {} }, elsewhere],
  () => joins.planJoin(table, joining, readLedger(goingLedger), booking.id),
  [`due_plans.${booking.id}`],
);
given(keptLedger, goingLedger).requires([elsewhere], () =>
  joins.planJoin(table, joining, readLedger(goingLedger), booking.id),
);
given({ ...goingLedger, places: new Set([place]) }).requires(
  [elsewhere],
  () => joins.forgetPlace(table, joining, booking),
  ['places'],
);
given(emptiedLedger, keptLedger).requires(
  [...changedSums, { places: new Set(['place']) }, reducedPlan, { due_plans: {} }, elsewhere],
  () => joins.endLedgerJoin(table, joining, readLedger(emptiedLedger)),
);
given(keptLedger, emptiedLedger).requires([elsewhere], () =>
  joins.endLedgerJoin(table, joining, readLedger(emptiedLedger)),
);
given({ ...keys.joinedFamilyKey(familyId) }).requires([elsewhere], () => joinedFamilyExpiry(table, joining));
given({ ...goingLedger, ended_attempts: new Set([attempt]) }).clears(
  () => ledgerExpiry(table, familyId, sampleNow),
  [
    ...['reference', 'second_reference', 'joined_references'],
    ...['payers', 'renamed_children', 'ended_attempts'],
  ],
);

const heldSlot = { ...classKeys.slotKey(cls.id, slot.id), ...slot, current_bookings: 1, revenue: 12_000 };
const freed = { amount: booking.amount, at: now };
const cancellation = { ...session, calendar_version: 1, message_id: message } as StoredCancellation;
const storedCancellation = { ...classKeys.cancellationKey(session, 1), ...cancellation };
const credited = { ...booking, credited: centsSchema.parse(2_000) };
const creditedDay = at(booking.dates, 0);

given(heldSlot).requires(
  [{ closed: true }, { calendar_version: 1 }, { current_bookings: slot.max_capacity }],
  () => placeTake(table, booking),
);
given({ ...heldSlot, current_bookings: slot.max_capacity }).requires(
  [{ closed: true }, { calendar_version: 1 }],
  () => placeReplace(table, booking, booking),
);
given(heldSlot).requires([{ current_bookings: 0 }, { calendar_version: 1 }, { waiting: 1 }], () =>
  placeRelease(table, slot, freed),
);
given({ ...heldSlot, waiting: 2, held: 0, kept: 0 }).requires(
  [{ current_bookings: 0 }, { calendar_version: 1 }, { waiting: 0 }, { waiting: null }],
  () => placeRelease(table, { ...slot, waiting: 2 }, freed),
);
given(heldSlot).requires([{ closed: true }, { calendar_version: 1 }, { current_bookings: 2 }], () =>
  calendarRaise(table, { slot: { ...slot, current_bookings: 1 }, samePlaces: true }),
);
given(heldSlot).requires([{ closed: true }, { calendar_version: 1 }], () => sameCalendar(table, slot));
given(storedCancellation).requires([{ restored_by: message }], () =>
  cancellationInForce(table, cancellation),
);
given(storedCancellation).requires([{ restored_by: message }, elsewhere], () =>
  restoredUpdate(table, cancellation, message),
);
given(bookingItem(credited)).requires(
  [...[{ id: 'another' }, { credited: booking.amount - 1_999 }], { credited_dates: new Set([creditedDay]) }],
  () => bookingCredit(table, credited, { date: creditedDay, amount: centsSchema.parse(2_000) }),
);

it('a late credit goes only as far as the charge is left when it is decided [PAY-14, END-07]', async () => {
  const ended: BookingEnd = {
    ...{ reason: 'cancelled', at: now, by: 'parent' },
    ...{ credit: centsSchema.parse(0), suggested: centsSchema.parse(3_000) },
  };
  const record = endedBooking(credited, { ...cls, ...slot }, { ended, tell: false });
  const moment = businessMoment(sampleNow, sampleTimeZone);
  const decide = async () =>
    (await decideLateEnding(table, { record, credit: true, moment, madeBy: another }, [])).outcome;
  const endedItem = (credited: number) => ({ ...endedBookingItem(record), credited });
  const ledger = ledgers.familyLedgerItem(familyId, [credited]);
  const put = (item: Item) => send({ Put: { TableName: table.name, Item: item } });
  await store([ledger, endedItem(record.amount - 2_999)], []);
  await send(...[lateEndingPut(table, record)].flatMap((write) => write ?? []));
  expect(await decide()).toBe('refused');
  await put(endedItem(record.amount - 3_000));
  expect(await decide()).toBe('done');
  expect(await decide()).toBe('refused');
});

it('the lease on an email that another delivery acquired meanwhile stays when the email fails', async () => {
  const key = keys.sendLeaseKey('failed', 'receipt');
  const read = () => getItem(table, { key, fromItem: ({ holder }) => holder });
  const compose = async () => {
    await updateItem(table, key, { set: { holder: 'another' } });
    throw new Error('There is no email');
  };
  const mail = { kind: 'receipt', subjectId: 'failed', causedAt: now, fields: {}, compose } as const;
  const deps = { table, mail: { ses: createFakeSes(() => 'accept').client, from: sampleSender } };
  const sent = sendOnce(mail, { ...deps, clock: () => sampleNow });
  await expect(sent).rejects.toThrow('Another delivery holds the lease by now');
  expect(await read()).toBe('another');
});
