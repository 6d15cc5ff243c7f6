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
  sampleVenue,
} from '#infra/testing/samples/samples';
import { createFakeSes } from '#infra/testing/services/ses';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { editOf } from '#shared/contract/edits';
import { healthValues } from '#shared/families/health';
import { type ImportId, type ImportRowId, importIdSchema } from '#shared/families/import';
import { sameFamily } from '#shared/families/import-decision';
import { contactValues } from '#shared/families/profile-input';
import type { LedgerEntry, LedgerEntryCause } from '#shared/ledger/entry';
import { bankRowIdSchema, paymentReferenceSchema, secondReferenceSchema } from '#shared/ledger/references';
import { idempotencyKeySchema, messageIdSchema, recipientIdSchema, userIdSchema } from '#shared/lib/ids';
import { phoneKey } from '#shared/lib/phone-number';
import { type Instant, instantOf } from '#shared/lib/values';
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
import {
  beginCoachGrant,
  beginCoachRevocation,
  countAnswer,
  createInvitationLink,
  deleteInvitation,
  endCoachGrant,
  endCoachRevocation,
  newInvitation,
  requireInvitation,
  storeChecks,
  uncountAnswer,
  useInvitation,
} from '../accounts/coaches.ts';
import { joinedFamilyExpiry } from '../accounts/joined-families.ts';
import { reserveInvitation, setAddressOfLink } from '../accounts/openings.ts';
import {
  familyAddressDelete,
  familyAddressJoin,
  familyAddressPut,
  holdAddress,
  type Registration,
  registrationDelete,
  registrationPut,
} from '../accounts/registrations.ts';
import { beginRoleChange, endRoleChange, type RoleState } from '../accounts/roles.ts';
import { openSecondFactor, putSecondFactor, removeStoredFactor } from '../accounts/second-factor.ts';
import { familyFromItem, familyItem } from '../accounts/stored-families.ts';
import { releaseToken, takeToken, tokenUse } from '../accounts/tokens.ts';
import { closeAccount } from '../across/delete-account.ts';
import { beginClassDeletion } from '../across/delete-class.ts';
import { deleteAbandonedFamily } from '../across/delete-family.ts';
import { inviteHolders } from '../across/invite-holders.ts';
import { bankRowClaimPut, unassignedRowDelete } from '../bank/bank-rows.ts';
import { bookingDelete, bookingReplace, trialMove } from '../booking/booking-changes.ts';
import { bookingItem, bookingPut } from '../booking/bookings.ts';
import { classUpdate } from '../classes/change-sessions.ts';
import { changeVenue, deleteVenue } from '../classes/change-venues.ts';
import { asManaged, classItem, slotItem } from '../classes/classes.ts';
import { listAgain } from '../classes/current-classes.ts';
import { namePut, sameVenue, venueItem, venueNameItem } from '../classes/venues.ts';
import {
  changeHolder,
  endInvitationBy,
  endUnprovedInvitation,
  joinFamily,
  leaveFamily,
  storeAdultInvitation,
  storeMoneyMails,
  withdrawAdultInvitation,
  writesOfRemoval,
} from '../families/adults.ts';
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
import { beginLedgerJoin, endLedgerJoin, forgetPlace, placeJoin, planJoin } from '../ledger/join-ledgers.ts';
import {
  familyLedgerItem,
  familyLedgerPut,
  familyLedgerRef,
  ledgerIsOpen,
  placeKey,
  unusedLedgerDelete,
} from '../ledger/ledger.ts';
import { remindedUpdate, setDoNotRemind } from '../ledger/list-ledgers.ts';
import { referencePut } from '../ledger/references.ts';
import { noteMessageDone, noteRecipientsStored } from '../messages/messages.ts';
import { leaveList, removeReader } from '../messages/newsletter.ts';
import {
  holdBack,
  leaseRecipients,
  noteRecipientNotSent,
  raiseState,
  releaseRecipient,
} from '../messages/recipients.ts';
import { acquireSender, releaseSender, renewSender } from '../messages/sender.ts';
import { deleteUnlisted, finishUnlisted, storeUnlisted } from '../registers/registers.ts';
import { storeCover } from '../sessions/covers.ts';
import { releaseReserved } from '../terms/renewals.ts';
import {
  applicationDeletes,
  applicationPuts,
  applicationUpdate,
  offeredPlacesRelease,
  type StoredApplication,
} from '../waiting/applications.ts';
import {
  offerEndUpdate,
  offerGiveBackUpdate,
  offerPut,
  renewalEndUpdates,
  renewalMoveUpdate,
  renewalPut,
  type StoredOffer,
} from '../waiting/offers.ts';
import { completeWork } from './due-work.ts';
import {
  type Item,
  keyOfItem,
  listAttribute,
  listIndex,
  tableSchema,
  toEpochSeconds,
} from './dynamo/items.ts';
import type { Write } from './dynamo/keyed-request.ts';
import {
  coverKey,
  currentClassesKey,
  dailyWorkKey,
  offerKey,
  renewalKey,
  unlistedCountKey,
  unlistedKey,
  waitingChildKey,
} from './dynamo/keys-of-classes.ts';
import {
  adminIndexKeys,
  attemptRef,
  bankRowKey,
  coachKey,
  useCounterKey as counterKey,
  familyTaskKey,
  importedKey,
  importKey,
  importRowKey,
  invitationKey,
  joinedFamilyKey,
  messageKey,
  openingId,
  peopleCountsKey,
  phoneTurnKey,
  readerIdOf,
  readerKey,
  recipientKey,
  referenceKey,
  registrationKey,
  secondFactorKey,
  senderKey,
  sendLeaseKey,
  tokenKey,
  unassignedRowKey,
} from './dynamo/keys-of-people.ts';
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
const lifetime = tableSchema.timeToLiveAttribute;

const token = 'token';
const invitation = { ...newInvitation({ email, by: another, now: sampleNow }), secret_hash: 'hash' };
const storedInvitation = { ...invitationKey(invitation.id), entity: 'coach-invitation', ...invitation };
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
const invited = {
  profile: { ...readFamily(ownFamily).members[0], ...accountFromItem(invitedAccount) },
  family: readFamily(ownFamily).read,
};
const adultInvitation = {
  ...newInvitation({ email, by: parent, now: sampleNow, role: 'adult', familyId }),
  secret_hash: 'hash',
  tries: 1,
};
const storedAdultInvitation = {
  ...invitationKey(adultInvitation.id),
  entity: 'adult-invitation',
  ...adultInvitation,
};
const join = () => {
  const joined = { invitation: adultInvitation, family: readFamily(storedFamily).read };
  return joinFamily(table, invited, joined, sampleNow, []);
};
/** The same family without a login: the office knows it. */
const familyWithoutLogin = { ...storedFamily, members: {}, office_contact: { ...profile } };
const newContact = editOf(contactValues(profile), {
  full_name: 'Zofia Kowalska',
  phone_number: '07700 900456',
});
const storedToken = { ...tokenKey(token), kind: 'verify-email' };
const [seen, seenLater] = [
  { until: date('2026-01-01'), note: 'Seen' },
  { until: date('2027-01-01'), note: 'Seen' },
];
const factor = { on_since: now, recovery: new Set(['hash']) };

const message = messageIdSchema.parse(`msg_${'0'.repeat(22)}`);
const recipient = recipientIdSchema.parse(parent);
const storedRecipient = { ...recipientKey(message, recipient), id: recipient, state_at: before };
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
const storedLedger = familyLedgerItem(familyId);
const unlisted = { id: markIdSchema.parse(`mrk_${'0'.repeat(16)}`), name: 'Zoe', phone_number: '1', at: now };
const named = { ...session, id: unlisted.id };
const addedTo = { ...session, received_at: now, by: another };
const storedUnlisted = {
  ...unlistedKey(slot.id, session.date, unlisted.id),
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
const entry: StoredApplication = {
  ...ids,
  id: newApplicationId(sampleNow),
  since: now,
  offer_id: offerId,
  ...{ put_first_at: null, put_first_reason: null, passed_over_at: null },
  idempotency_key: attempt,
};
const sibling = newChildId(sampleNow);
const offer: StoredOffer = {
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

interface Change {
  /** What the change is made of, and must be as it was read. */
  readonly stored: Item;
  readonly beside?: readonly Item[];
  readonly change: () => Promise<unknown>;
  /** With each of these instead, nothing changes; null removes the attribute. */
  readonly refusedWith: readonly Item[];
  /** The paths of attributes that are stored before the change, and not after it. */
  readonly clears?: readonly string[];
}

const send = (...writes: readonly Write[]) => sendTransaction(table, [...writes]);

const ofAccounts: Record<string, Change> = {
  'using a link': {
    stored: storedToken,
    change: () => takeToken(table, token, 'use'),
    refusedWith: [{ used_by: 'another' }, elsewhere],
  },
  'using a link with what it is for': {
    stored: storedToken,
    change: () => send(tokenUse(table, token, 'use')),
    refusedWith: [{ used_by: 'use' }, elsewhere],
  },
  'giving a link back': {
    stored: { ...storedToken, used_by: 'use' },
    change: () => releaseToken(table, token, { use: 'use', now: sampleNow }),
    refusedWith: [{ used_by: 'another' }, { used_by: null }],
    clears: ['used_by'],
  },
  'noting a password that a link set': {
    stored: { ...storedAccount, browser_secret_hash: 'hash' },
    beside: [storedFamily],
    change: () => storePasswordSet(table, person, now),
    refusedWith: [{ deleting: now }, elsewhere],
    clears: ['browser_secret_hash'],
  },
  'noting that a link with a password proved an address': {
    stored: { ...storedFamily, ...withHolder(undeliverable) },
    beside: [storedAccount],
    change: () => storePasswordSet(table, person, now),
    refusedWith: [{ deleting: now }, { members: secondAdult }, elsewhere],
    clears: [`members.${parent}.email_problem`],
  },
  'verifying an address': {
    stored: { ...storedFamily, ...withHolder(undeliverable) },
    beside: [storedToken, storedAccount],
    change: () => verifyAddress(table, person, token),
    refusedWith: [{ deleting: now }, { members: secondAdult }, elsewhere],
    clears: [`members.${parent}.email_problem`],
  },
  'verifying the address of an account': {
    stored: { ...storedAccount, browser_secret_hash: 'hash' },
    beside: [storedToken, storedFamily],
    change: () => verifyAddress(table, person, token),
    refusedWith: [{ deleting: now }, elsewhere],
    clears: ['browser_secret_hash'],
  },
  'verifying an address with a link that was used': {
    stored: storedToken,
    beside: [storedAccount, storedFamily],
    change: () => verifyAddress(table, person, token),
    refusedWith: [{ used_by: 'another' }],
  },
  'noting the first login': {
    stored: storedAccount,
    change: () => storeFirstLogin(table, parent, now),
    refusedWith: [{ first_login_at: before }, { deleting: now }, elsewhere],
  },
  'noting an address that takes no mail': {
    stored: { ...storedFamily, ...withHolder({ email_problem: { kind: 'bounced', at: before } }) },
    beside: [storedAccount],
    change: () =>
      storeEmailProblem(table, { userId: parent, email, problem: { kind: 'complained', at: now } }),
    refusedWith: [
      withHolder({ email: 'another@example.com' }),
      withHolder({ email_problem: { kind: 'bounced', at: now } }),
      ...[{ members: secondAdult }, { deleting: now }, elsewhere],
    ],
  },
  'closing an account': {
    stored: storedAccount,
    change: () => closeAccount(table, { id: parent }),
    refusedWith: [{ role: 'admin' }, elsewhere],
  },
  'the first step of a role': {
    stored: storedAccount,
    beside: [storedFamily],
    change: () => beginRoleChange(table, role, 'admin', now, []),
    refusedWith: [{ role_pending: 'admin' }, { role_changed_at: before }, { deleting: now }, elsewhere],
  },
  'the last step of a role': {
    stored: { ...storedAccount, role: 'admin', role_pending: 'admin', role_changed_at: now },
    change: () => endRoleChange(table, pendingRole, later),
    refusedWith: [{ role_pending: 'parent' }, { role_changed_at: before }, { deleting: now }],
    clears: ['role_pending'],
  },
  'the last step of taking a role': {
    stored: {
      ...{ ...storedAccount, ...adminIndexKeys(profile) },
      ...{ role: 'admin', role_pending: 'parent', role_changed_at: now },
    },
    beside: [storedFamily],
    change: () => endRoleChange(table, { ...pendingRole, role_pending: 'parent' }, later),
    refusedWith: [{ role_pending: 'admin' }, { role_changed_at: before }, { deleting: true }],
    clears: ['role', 'role_pending', listIndex.partitionKey, listIndex.sortKey],
  },
  'taking the role of one of two administrators': {
    stored: { ...peopleCountsKey, admins: 2 },
    change: () => send(countPeople(table, { admins: -1 }, { moreAdminsThan: 1 })),
    refusedWith: [{ admins: 1 }, { admins: null }],
  },
  'the first step of a coach': {
    stored: { ...coachKey(parent), pending: 'revoke', changed_at: before },
    beside: [storedAccount],
    change: () => beginCoachGrant(table, parent, { at: later, settledBefore: now }, []),
    refusedWith: [{ changed_at: now }],
  },
  'making an account a coach': {
    stored: storedAccount,
    // It is checked, and not changed.
    change: () => beginCoachGrant(table, parent, { at: later, settledBefore: now }, []),
    refusedWith: [{ deleting: true }, elsewhere],
  },
  'the last step of a coach': {
    stored: { ...coachKey(parent), pending: 'grant', changed_at: now },
    change: () => endCoachGrant(table, parent, now),
    refusedWith: [{ pending: 'revoke' }, { pending: null }, { changed_at: later }],
    clears: ['pending'],
  },
  'the first step of taking the role of a coach': {
    stored: { ...coachKey(parent) },
    change: () => beginCoachRevocation(table, parent, now, []),
    refusedWith: [elsewhere],
  },
  'the last step of taking the role of a coach': {
    stored: { ...coachKey(parent), pending: 'revoke' },
    change: () => endCoachRevocation(table, parent),
    refusedWith: [{ pending: 'grant' }, { pending: null }],
  },
  'the checks of a coach': {
    stored: { ...coachKey(parent) },
    change: () =>
      storeChecks(
        table,
        { id: parent, background_check: null, first_aid: null },
        { background_check: null, first_aid: null },
        [],
      ),
    refusedWith: [{ first_aid: seen }, { background_check: seen }, elsewhere],
  },
  'the checks of a coach in place of others': {
    stored: { ...coachKey(parent), background_check: seen, first_aid: seen },
    change: () =>
      storeChecks(
        table,
        { id: parent, background_check: seen, first_aid: seen },
        { background_check: null, first_aid: null },
        [],
      ),
    refusedWith: [{ first_aid: null }, { background_check: null }, { background_check: seenLater }],
  },
  'withdrawing the invitation of a coach': {
    stored: storedInvitation,
    change: () => deleteInvitation(table, invitation, []),
    refusedWith: [{ entity: 'admin-invitation' }],
  },
  'the link of an invitation': {
    stored: storedInvitation,
    change: () => createInvitationLink(table, invitation),
    refusedWith: [{ invited_at: later }, elsewhere],
  },
  'the check of an invitation': {
    stored: storedInvitation,
    change: () => send(requireInvitation(table, invitation)),
    refusedWith: [{ secret_hash: 'another' }, elsewhere],
  },
  'using an invitation up': {
    stored: storedInvitation,
    change: () => send(useInvitation(table, invitation)),
    refusedWith: [{ secret_hash: 'another' }],
  },
  'the first step of the first administrator': {
    stored: storedInvitation,
    change: () => send(...reserveInvitation(table, invitation, parent)),
    refusedWith: [{ secret_hash: 'another' }, { used_by: another }, elsewhere],
  },
  'the first step of whoever opens the school': {
    stored: { ...storedInvitation, ...invitationKey(openingId), id: openingId },
    beside: [storedInvitation],
    change: () => send(...reserveInvitation(table, { ...invitation, opens_school: true }, parent)),
    refusedWith: [{ secret_hash: 'another' }, { used_by: another }, elsewhere],
  },
  'naming the first administrator': {
    stored: { ...storedInvitation, email: '' },
    change: () => setAddressOfLink(table, { ...invitation, email: '' }, email),
    refusedWith: [{ secret_hash: 'another' }, { named: 'another' }, elsewhere],
  },
  'noting that a second factor may be off': {
    stored: { ...secondFactorKey(parent), ...factor },
    change: () => openSecondFactor(table, parent, now),
    refusedWith: [{ on_since: null }, elsewhere],
  },
  'a second factor in place of another': {
    stored: { ...secondFactorKey(parent), on_since: before },
    change: () => putSecondFactor(table, parent, { at: later, codes: ['code'], signedInAt: now }),
    refusedWith: [{ on_since: now }, { on_since: later }],
  },
  'removing a second factor': {
    stored: { ...secondFactorKey(parent), ...factor },
    change: () => removeStoredFactor(table, parent, factor, []),
    refusedWith: [{ on_since: later }],
  },
  'registering an address': {
    stored: { ...registrationKey(email), held_by: 'attempt' },
    change: () => send(registrationPut(table, { email, userId: parent, attempt: 'attempt' })),
    refusedWith: [{ held_by: 'another' }, { held_by: null, user_id: another }],
  },
  'registering an address for a family': {
    stored: { ...registrationKey(email), family_id: familyId },
    change: () => send(familyAddressPut(table, email, familyId)),
    refusedWith: [{ family_id: otherFamily }, { family_id: null, user_id: parent }],
  },
  'freeing the address of an account': {
    stored: { ...registrationKey(email), user_id: parent },
    change: () => send(registrationDelete(table, { email, userId: parent })),
    refusedWith: [{ user_id: another }, { user_id: null, held_by: 'attempt' }],
  },
  'freeing the address of a family': {
    stored: { ...registrationKey(email), family_id: familyId },
    change: () => send(familyAddressDelete(table, { email, familyId })),
    refusedWith: [{ family_id: otherFamily }, { held_by: 'attempt' }, { family_id: null, user_id: parent }],
  },
  'giving the address of a family to the one that it is joined with': {
    stored: { ...registrationKey(email), family_id: familyId },
    change: () => send(familyAddressJoin(table, email, { from: familyId, to: otherFamily })),
    refusedWith: [
      ...[{ family_id: invitedFamily.id }, { held_by: 'attempt' }],
      ...[{ family_id: null, user_id: parent }, elsewhere],
    ],
  },
};

const hold = (before: Registration | undefined) => async () => {
  const held = await holdAddress(table, email, { attempt: 'attempt', seen: before, now: sampleNow });
  return { outcome: held?.holder === 'attempt' && held.attempt === 'attempt' ? 'done' : 'refused' };
};

const ofHolds: Record<string, Change> = {
  'holding a free address': {
    stored: { ...registrationKey(email), ...elsewhere },
    change: hold(undefined),
    refusedWith: [{ ...registrationKey(email), user_id: parent }],
  },
  'holding the address of an account': {
    stored: { ...registrationKey(email), user_id: parent },
    change: hold({ holder: 'account', userId: parent }),
    refusedWith: [{ user_id: another }, { user_id: null, held_by: 'another' }],
  },
  'holding the address of a family without a login': {
    stored: { ...registrationKey(email), family_id: familyId },
    change: hold({ holder: 'family', familyId }),
    refusedWith: [{ family_id: otherFamily }, { held_by: 'another' }, { family_id: null, user_id: parent }],
  },
  'holding the address that another attempt held': {
    stored: { ...registrationKey(email), held_by: 'another' },
    change: hold({ holder: 'attempt', attempt: 'another' }),
    refusedWith: [{ held_by: 'third' }, { held_by: null, user_id: parent }],
  },
};

const ofAdults: Record<string, Change> = {
  'inviting a second adult': {
    stored: storedFamily,
    change: () => {
      const { read } = readFamily(storedFamily);
      return storeAdultInvitation(table, { family: read, by: parent, email: 'a@b.org', now: sampleNow }, []);
    },
    refusedWith: [ofTwo, { members: {} }, { deleting: now }, elsewhere],
  },
  'inviting the holder of a family without a login': {
    stored: familyWithoutLogin,
    change: () => {
      const { family, ...by } = { family: familyFromItem(familyWithoutLogin), by: another };
      return storeAdultInvitation(table, { ...by, family, email: 'a@b.org', now: sampleNow }, []);
    },
    refusedWith: [
      { office_contact: { ...profile, email: 'another@b.org' } },
      ...[{ members: withHolder({}).members }, { deleting: now }, elsewhere],
    ],
  },
  'inviting the holders of families without a login together': {
    stored: familyWithoutLogin,
    change: () => {
      const together = { by: another, now: sampleNow, extraWrites: [] };
      return inviteHolders(table, [familyFromItem(familyWithoutLogin)], together);
    },
    refusedWith: [
      { office_contact: { ...profile, email: 'another@b.org' } },
      ...[{ members: withHolder({}).members }, { deleting: now }, elsewhere],
    ],
  },
  'inviting a holder who is invited already': {
    stored: { ...storedAdultInvitation, valid_until: now },
    beside: [familyWithoutLogin],
    change: () => {
      const together = { by: another, now: sampleNow, extraWrites: [] };
      return inviteHolders(table, [familyFromItem(familyWithoutLogin)], together);
    },
    refusedWith: [{ valid_until: later }],
  },
  'joining a family without a login': {
    stored: familyWithoutLogin,
    beside: [invitedAccount, ownFamily, familyLedgerItem(invitedFamily.id), storedAdultInvitation],
    change: () => {
      const invitation = { ...adultInvitation, holds: true } as const;
      const joined = { invitation, family: familyFromItem(familyWithoutLogin) };
      return joinFamily(table, invited, joined, sampleNow, []);
    },
    refusedWith: [{ members: withHolder({}).members }, { deleting: now }, elsewhere],
  },
  'changing the contact of a member': {
    stored: storedFamily,
    change: () => updateContact(table, { family: readFamily(storedFamily).read, whose: parent }, newContact),
    refusedWith: [
      ...[withHolder({ full_name: 'Ola' }), withHolder({ phone_number: '07700 900789' })],
      ...[{ members: secondAdult }, { members: {} }, { deleting: true }, elsewhere],
    ],
  },
  'changing the contact of a family': {
    stored: familyWithoutLogin,
    change: () =>
      updateContact(table, { family: familyFromItem(familyWithoutLogin), whose: 'family' }, newContact),
    refusedWith: [
      // A holder who joined meanwhile has a contact of the own.
      ...[withHolder({ full_name: 'Ola' }), { office_contact: { ...profile, full_name: 'Ola' } }],
      ...[{ office_contact: { ...profile, phone_number: '07700 900789' } }, { deleting: true }, elsewhere],
    ],
  },
  'saying that two families are not the same one': {
    stored: { ...familyTaskKey('same', [familyId, otherFamily].toSorted()), kind: 'same' },
    change: () => dismissSame(table, { family_id: otherFamily, other_id: familyId }, []),
    refusedWith: [elsewhere],
  },
  'withdrawing the invitation of a second adult': {
    stored: { ...storedFamily, adult_invited: { email } },
    change: () => withdrawAdultInvitation(table, { id: familyId }, []),
    refusedWith: [{ deleting: now }, elsewhere],
    clears: ['adult_invited'],
  },
  'counting an answer of an invitation’s reader': {
    stored: { ...storedAdultInvitation, tries: limits.invitationTries - 1 },
    change: () => countAnswer(table, adultInvitation),
    refusedWith: [{ tries: limits.invitationTries }, { secret_hash: 'another' }, elsewhere],
  },
  'giving the try of a right answer back': {
    stored: storedAdultInvitation,
    change: () => uncountAnswer(table, adultInvitation),
    refusedWith: [{ secret_hash: 'another' }, elsewhere],
  },
  'ending an invitation after wrong answers': {
    stored: storedAdultInvitation,
    beside: [storedFamily],
    change: () => endUnprovedInvitation(table, adultInvitation, { id: familyId }, sampleNow),
    refusedWith: [{ secret_hash: 'another' }, elsewhere],
  },
  'ending the invitation that an account made': {
    stored: storedAdultInvitation,
    beside: [storedFamily],
    change: () => endInvitationBy(table, { id: familyId }, parent),
    refusedWith: [{ invited_by: another }, elsewhere],
  },
  'a family whose invitation ends after wrong answers': {
    stored: { ...storedFamily, adult_invited: { email } },
    beside: [storedAdultInvitation],
    change: () => endUnprovedInvitation(table, adultInvitation, { id: familyId }, sampleNow),
    refusedWith: [{ deleting: now }, elsewhere],
    clears: ['adult_invited'],
  },
  'a family whose invitation ends with the login that made it': {
    stored: { ...storedFamily, adult_invited: { email } },
    beside: [storedAdultInvitation],
    change: () => endInvitationBy(table, { id: familyId }, parent),
    refusedWith: [{ deleting: now }, elsewhere],
    clears: ['adult_invited'],
  },
  'joining a family with an account': {
    stored: invitedAccount,
    beside: [ownFamily, familyLedgerItem(invitedFamily.id), storedFamily, storedAdultInvitation],
    change: join,
    refusedWith: [{ family_id: otherFamily }, { deleting: now }, elsewhere],
  },
  'leaving an empty family behind': {
    stored: ownFamily,
    beside: [invitedAccount, familyLedgerItem(invitedFamily.id), storedFamily, storedAdultInvitation],
    change: join,
    refusedWith: [
      { members: { ...Object(ownFamily.members), ...secondAdult } },
      ...[{ members: secondAdult }, { children_count: 1 }, { [listAttribute]: null }],
      ...[{ deleting: now }, elsewhere],
    ],
  },
  'joining a family': {
    stored: { ...storedFamily, adult_invited: { email } },
    beside: [invitedAccount, ownFamily, familyLedgerItem(invitedFamily.id), storedAdultInvitation],
    change: join,
    refusedWith: [ofTwo, { members: {} }, { deleting: now }, elsewhere],
    clears: ['adult_invited'],
  },
  'joining a family by its invitation': {
    stored: storedAdultInvitation,
    beside: [invitedAccount, ownFamily, familyLedgerItem(invitedFamily.id), storedFamily],
    change: join,
    refusedWith: [{ secret_hash: 'another' }, elsewhere],
  },
  'changing the holder': {
    stored: ofTwo,
    beside: [accountItem({ ...profile, id: another, family_id: familyId })],
    change: () => {
      const { read, members } = readFamily(ofTwo);
      return changeHolder(table, read, { holder: members[0], adult: members[1] }, []);
    },
    refusedWith: [
      withHolder({ role: 'adult' }, { [another]: { ...secondAdult[another], role: 'holder' } }),
      ...[storedFamily, { members: secondAdult }, { money_mails: another }, { deleting: now }, elsewhere],
    ],
  },
  'making an account the holder': {
    stored: accountItem({ ...profile, id: another, family_id: familyId }),
    beside: [ofTwo],
    change: () => {
      const { read, members } = readFamily(ofTwo);
      // It is checked, and not changed.
      return changeHolder(table, read, { holder: members[0], adult: members[1] }, []);
    },
    refusedWith: [{ deleting: true }, elsewhere],
  },
  'choosing who gets the emails about money': {
    stored: storedFamily,
    beside: [familyLedgerItem(familyId)],
    change: () => storeMoneyMails(table, { id: familyId }, parent, now, []),
    refusedWith: [{ members: secondAdult }, { deleting: now }, elsewhere],
  },
  // Also while the family is being deleted: its second adult leaves it first.
  'taking one of two members off a family': {
    stored: ofTwo,
    change: () => send(...writesOfRemoval(table, readFamily(ofTwo).read, parent).slice(0, 1)),
    refusedWith: [
      ...[storedFamily, { members: secondAdult }, { money_mails: another }, elsewhere],
      // Others joined in the place of either.
      ...[{ members: { ...secondAdult, ...third } }, withHolder({}, third)],
    ],
  },
  'a choice of money mails, which goes with its adult': {
    stored: { ...ofTwo, money_mails: parent },
    change: () => {
      const { read } = readFamily({ ...ofTwo, money_mails: parent });
      return send(...writesOfRemoval(table, read, parent).slice(0, 1));
    },
    refusedWith: [{ money_mails: null }, { money_mails: another }, { members: secondAdult }, elsewhere],
    clears: ['money_mails', `members.${parent}`],
  },
  'taking the last member off a family': {
    stored: storedFamily,
    change: () => send(...writesOfRemoval(table, readFamily(storedFamily).read, parent).slice(0, 1)),
    refusedWith: [ofTwo, { members: secondAdult }, { money_mails: another }, elsewhere],
  },
  'leaving a family': {
    stored: storedAccount,
    beside: [ofTwo],
    change: () => {
      const { read } = readFamily(ofTwo);
      return leaveFamily(table, { family: read, account: person, now: sampleNow, isNoted: false }, []);
    },
    refusedWith: [{ family_id: otherFamily }, { deleting: now }, elsewhere],
  },
};

const ofMessages: Record<string, Change> = {
  'noting that the recipients are stored': {
    stored: { ...messageKey(message), state: 'queued' },
    change: () => noteRecipientsStored(table, content, 1),
    refusedWith: [{ state: 'sending' }, { state: 'done' }],
  },
  'noting that a message is sent': {
    stored: { ...messageKey(message), state: 'sending' },
    change: () => noteMessageDone(table, { id: message, resent: 0 }, { forgetsText: false }),
    refusedWith: [{ state: 'queued' }, { resent: 1 }],
  },
  'noting that a message is sent again': {
    stored: { ...messageKey(message), state: 'sending', resent: 1 },
    change: () => noteMessageDone(table, { id: message, resent: 1 }, { forgetsText: false }),
    refusedWith: [{ resent: 2 }, { resent: null }],
  },
  'acquiring the right to send': {
    stored: { ...senderKey, holder: 'another', held_until: seconds },
    change: () => acquireSender(table, { holder: 'run', now: sampleNow, ids: [] }),
    refusedWith: [{ held_until: seconds + 1 }],
  },
  'renewing the right to send': {
    stored: { ...senderKey, holder: 'run', held_until: seconds },
    change: () => renewSender(table, { holder: 'run', now: sampleNow, progressAt: undefined }),
    refusedWith: [{ holder: 'another' }, { holder: null }],
  },
  'giving up the right to send': {
    stored: { ...senderKey, holder: 'run', held_until: seconds },
    change: () => releaseSender(table, 'run', { onlyIfIdle: true }),
    refusedWith: [{ holder: 'another' }, { pending: new Set([message]) }],
  },
  'leasing a recipient': {
    stored: { ...storedRecipient, state: 'queued' },
    change: () => leaseRecipients(table, ofMessage, [recipient]),
    refusedWith: [{ state: 'sending' }, { state: 'unknown' }, { state: 'held-back' }],
  },
  'noting that SES took an email': {
    stored: { ...storedRecipient, state: 'sending' },
    change: () => raiseState(table, ofMessage, recipient, 'accepted'),
    refusedWith: [{ state: 'delivered' }, { state: 'bounced' }, elsewhere],
  },
  'noting that it is not known': {
    stored: { ...storedRecipient, state: 'sending' },
    change: () =>
      noteNotSent(
        table,
        { error: new Error('No'), cause: 'unknown', waits: false, now: sampleNow, fields: {} },
        (counted) => noteRecipientNotSent(table, ofMessage, { id: recipient, refusals: 0 }, counted),
      ),
    refusedWith: [{ state: 'queued' }, { state: 'accepted' }],
  },
  'holding an email back': {
    stored: { ...storedRecipient, state: 'queued' },
    change: () => holdBack(table, ofMessage, recipient, 'no-email'),
    refusedWith: [{ state: 'unknown' }, { state: 'accepted' }],
  },
  'queueing a leased recipient again': {
    stored: { ...storedRecipient, state: 'sending' },
    change: () => releaseRecipient(table, ofMessage, { id: recipient, refusals: 1 }),
    refusedWith: [{ state: 'accepted' }, { state: 'held-back' }],
  },
  'leaving the newsletter': {
    stored: { ...readerKey(readerIdOf(email)), email, leave_secret: 'secret' },
    change: () => leaveList(table, { reader: readerIdOf(email), secret: 'secret', now: sampleNow }),
    refusedWith: [{ leave_secret: 'another' }, elsewhere],
  },
  'removing a reader': {
    stored: { ...readerKey(readerIdOf(email)), email },
    change: () => removeReader(table, readerIdOf(email), sampleNow, []),
    refusedWith: [{ email: null }, elsewhere],
  },
  'acquiring the lease on an email': {
    stored: { ...sendLeaseKey('subject', 'kind'), holder: 'another', sent: false, [lifetime]: seconds },
    change: () => acquireSendLease(table, { kind: 'kind', subjectId: 'subject' }, sampleNow),
    refusedWith: [{ [lifetime]: seconds + 1 }],
  },
  'releasing the lease on an email': {
    stored: { ...sendLeaseKey('subject', 'kind'), holder: 'another', sent: false },
    change: () => releaseUnsentMail(table, { kind: 'kind', subjectId: 'subject' }),
    refusedWith: [{ sent: true }],
  },
  'counting a use': {
    stored: { ...counterKey('feed', 'subject', instantOf(new Date(0))), uses: 1 },
    change: () =>
      send(useWrite(table, { kind: 'feed', subject: 'subject', most: 2, periodSeconds: 60 }, new Date(1))),
    refusedWith: [{ uses: 2 }],
  },
  'completing daily work': {
    stored: { ...dailyWorkKey('reminders'), day: '2025-09-27' },
    change: () =>
      completeWork(
        table,
        { kind: 'reminders', day: date('2025-09-27') },
        { kind: 'reminders', day: date('2025-09-28'), dueAt: now },
        [],
      ),
    refusedWith: [{ day: '2025-09-28' }, elsewhere],
  },
};

const ofClasses: Record<string, Change> = {
  'listing a class again': {
    stored: { ...currentClassesKey, from: laterClass },
    change: () => listAgain(table, earlierClass ?? cls.id),
    refusedWith: [{ from: earlierClass }, elsewhere],
  },
  'taking the name of a venue': {
    stored: { ...venueNameItem(sampleVenue), ...elsewhere },
    change: () => send(namePut(table, sampleVenue)),
    refusedWith: [venueNameItem(sampleVenue)],
  },
  'the check of a venue': {
    stored: storedVenue,
    change: () => send(sameVenue(table, sampleVenue)),
    refusedWith: [{ version: sampleVenue.version + 1 }, { deleting: 'mark' }, elsewhere],
  },
  'changing a venue': {
    stored: storedVenue,
    change: () => changeVenue(table, sampleVenue, { ...sampleVenue, version: sampleVenue.version + 1 }, []),
    refusedWith: [{ version: sampleVenue.version + 1 }, elsewhere],
  },
  'deleting a venue': {
    stored: storedVenue,
    change: () => deleteVenue(table, sampleVenue, []),
    refusedWith: [{ version: sampleVenue.version + 1 }],
  },
  'deleting a class': {
    stored: classItem(cls),
    beside: [slotItem(slot, 0)],
    change: () => beginClassDeletion(table, managed, []),
    refusedWith: [{ version: managed.version + 1 }, { deleting: true }, elsewhere],
  },
  'closing the slot of a class': {
    stored: slotItem(slot, 0),
    beside: [classItem(cls)],
    change: () => beginClassDeletion(table, managed, []),
    refusedWith: [elsewhere],
  },
  'naming who stands in': {
    stored: { ...coverKey(session), ...cover, coach_ids: [another] },
    change: () => storeCover(table, cover, { ...cover, coach_ids: [another] }, []),
    refusedWith: [{ coach_ids: [another, parent] }, elsewhere],
  },
  'naming who stands in first': {
    stored: { ...coverKey(session), ...elsewhere },
    change: () => storeCover(table, cover, undefined, []),
    refusedWith: [{ ...coverKey(session) }],
  },
  'adding a child to a register': {
    stored: {
      ...unlistedCountKey(slot.id, session.date),
      present: limits.unlistedPerSession - 1,
      added: limits.unlistedAddedPerSession - 1,
    },
    change: () => storeUnlisted(table, unlisted, addedTo),
    refusedWith: [{ present: limits.unlistedPerSession }, { added: limits.unlistedAddedPerSession }],
  },
  'dealing with a child on no list': {
    stored: storedUnlisted,
    change: () => finishUnlisted(table, named, { at: now, by: another }),
    refusedWith: [{ done_at: before }, { deleted_at: before }, elsewhere],
  },
  'deleting a child on no list': {
    stored: storedUnlisted,
    beside: [{ ...unlistedCountKey(slot.id, session.date), present: 1 }],
    change: () => deleteUnlisted(table, named, sampleNow),
    refusedWith: [{ deleted_at: before }, elsewhere],
  },
};

const ofPlaces: Record<string, Change> = {
  'changing a class': {
    stored: classItem(cls),
    change: () => send(classUpdate(table, managed, { picture: 'url' }, [])),
    refusedWith: [{ version: managed.version + 1 }, { deleting: true }, elsewhere],
  },
  'a booking': {
    stored: { ...storedBooking, ...elsewhere },
    change: () => send(bookingPut(table, booking)),
    refusedWith: [storedBooking],
  },
  'deleting a booking': {
    stored: storedBooking,
    change: () => send(bookingDelete(table, booking)),
    refusedWith: changedBookings,
  },
  'a booking in the place of another': {
    stored: storedBooking,
    change: () => send(bookingReplace(table, booking, { ...booking, child_name: 'Alex' })),
    refusedWith: changedBookings,
  },
  'moving a trial': {
    stored: storedBooking,
    change: () => send(trialMove(table, booking, { to: date('2025-10-04'), movedBy: '2025-09-27#1' })),
    refusedWith: [{ id: 'another' }, { first_session: '2025-10-04' }, elsewhere],
  },
  'an offer': {
    stored: { ...offerKey(offer.id), ...elsewhere },
    change: () => send(offerPut(table, offer)),
    refusedWith: [{ ...offerKey(offer.id) }],
  },
  'ending an offer': {
    stored: { ...offerKey(offer.id), parent_id: familyId, state: 'open' },
    change: () => send(offerEndUpdate(table, offer, { state: 'declined', at: now })),
    refusedWith: [{ state: 'taken' }, { state: 'expired' }, { parent_id: otherFamily }, elsewhere],
  },
  'giving a taken offer back': {
    stored: { ...offerKey(offer.id), state: 'taken', taken_by: attempt },
    change: () => send(offerGiveBackUpdate(table, offer, undefined)),
    refusedWith: [{ state: 'declined' }, { taken_by: 'another' }],
  },
  'keeping a place': {
    stored: { ...renewalKey(renewal), ...elsewhere },
    change: () => send(renewalPut(table, { ...renewal, ...ofRenewal })),
    refusedWith: [{ ...renewalKey(renewal) }],
  },
  'ending a kept place': {
    stored: { ...renewalKey(renewal), offer_id: offer.id, state: 'open' },
    change: () => send(...renewalEndUpdates(table, { ...offer, renewal }, 'declined', { at: now })),
    refusedWith: [{ offer_id: 'another' }, elsewhere],
  },
  'moving a kept place': {
    stored: { ...renewalKey(renewal), offer_id: offer.id, state: 'open' },
    change: () => send(renewalMoveUpdate(table, { ...offer, renewal }, newOfferId(sampleNow), now)),
    refusedWith: [{ offer_id: 'another' }, { state: 'taken' }, elsewhere],
  },
  'an entry of a waiting list': {
    stored: { ...waitingChildKey(slot.id, child.id), ...elsewhere },
    change: () => send(...applicationPuts(table, entry)),
    refusedWith: [{ ...waitingChildKey(slot.id, child.id) }],
  },
  'changing an entry of a waiting list': {
    stored: { ...waitingChildKey(slot.id, child.id), ...entry },
    change: () => send(applicationUpdate(table, entry, { put_first_at: now })),
    refusedWith: [{ id: 'another' }, { offer_id: null }, { offer_id: 'another' }, elsewhere],
  },
  'removing siblings from a waiting list': {
    stored: { ...waitingChildKey(slot.id, sibling), entry_id: entry.id },
    beside: [{ ...waitingChildKey(slot.id, child.id), ...entry }],
    change: () => send(...applicationDeletes(table, { ...entry, child_ids: [child.id, sibling] })),
    refusedWith: [{ entry_id: 'another' }],
  },
  'offered places that go to the list': {
    stored: { ...listedSlot, waiting: 1 },
    change: () => send(offeredPlacesRelease(table, entry, { at: now, hasWaiting: true, comesBack: false })),
    refusedWith: [{ waiting: 0 }, elsewhere],
  },
  'offered places that go to all': {
    stored: listedSlot,
    change: () => send(offeredPlacesRelease(table, entry, { at: now, hasWaiting: false, comesBack: false })),
    refusedWith: [{ waiting: 1 }, elsewhere],
  },
  'an entry that comes back to the list': {
    stored: listedSlot,
    change: () => send(offeredPlacesRelease(table, entry, { at: now, hasWaiting: false, comesBack: true })),
    refusedWith: [elsewhere],
  },
  'reserved places that go to all': {
    stored: { ...listedSlot, reserved: 1 },
    change: () => releaseReserved(table, { ...storedSlot, reserved: 1, waiting: 0 }, now),
    refusedWith: [{ reserved: 2 }, { waiting: 1 }, elsewhere],
  },
  'reserved places that go to the list': {
    stored: { ...listedSlot, reserved: 1, waiting: 2 },
    change: () => releaseReserved(table, { ...storedSlot, reserved: 1, waiting: 2 }, now),
    refusedWith: [{ reserved: 2 }, { waiting: 0 }],
  },
};

const ofFamilies: Record<string, Change> = {
  'leaving a family out of reminders': {
    stored: storedLedger,
    change: () => setDoNotRemind(table, familyId, true, []),
    refusedWith: [elsewhere],
  },
  'reminding a family again': {
    stored: { ...storedLedger, do_not_remind: true },
    change: () => setDoNotRemind(table, familyId, false, []),
    refusedWith: [elsewhere],
  },
  'noting a reminder': {
    stored: { ...storedLedger, reminded_at: now },
    change: () => send(remindedUpdate(table, familyId, { at: later, pauseFrom: now })),
    refusedWith: [{ reminded_at: later }, { do_not_remind: true }, elsewhere],
  },
  'the check of a ledger': {
    stored: storedLedger,
    change: () => send(ledgerIsOpen(table, familyId)),
    refusedWith: [{ closing: true }, elsewhere],
  },
  'deleting an unused ledger': {
    stored: storedLedger,
    change: () => send(unusedLedgerDelete(table, familyId)),
    refusedWith: [
      ...[{ closing: true }, { counted_hour: '2025-01-01T00' }, { places: new Set(['place']) }],
      ...[{ received: 1 }, { credited: 1 }, { waived: 1 }],
    ],
  },
  'taking a reference': {
    stored: { ...referenceKey(reference), ...elsewhere },
    change: () => send(referencePut(table, familyId, reference)),
    refusedWith: [{ ...referenceKey(reference) }],
  },
  'deciding about a row of a bank file': {
    stored: { ...bankRowKey(row.id), state: 'unassigned', times: 1 },
    change: () =>
      send(
        bankRowClaimPut(
          table,
          { ...row, claim: { state: 'unassigned', times: 1 } },
          { state: 'ignored', times: 1 },
        ),
      ),
    refusedWith: [{ state: 'ignored' }, { times: 2 }],
  },
  'deciding first about a row of a bank file': {
    stored: { ...bankRowKey(row.id), ...elsewhere },
    change: () => send(bankRowClaimPut(table, { ...row, claim: undefined }, { state: 'ignored', times: 0 })),
    refusedWith: [{ ...bankRowKey(row.id) }],
  },
  'taking a row off the list': {
    stored: { ...unassignedRowKey(row) },
    change: () => send(unassignedRowDelete(table, row)),
    refusedWith: [elsewhere],
  },
  'the check of a child': {
    stored: childItem(child),
    change: () => send(childIsStored(table, familyId, child.id)),
    refusedWith: [elsewhere],
  },
  'changing a card': {
    stored: childItem(child),
    change: () =>
      updateCard(
        table,
        { parentId: familyId, childId: child.id },
        { health: { medical_conditions: 'Asthma' }, shown: { health: healthValues(child) } },
        { at: now, by: parent },
      ),
    refusedWith: [elsewhere],
  },
  'keeping a card': {
    stored: { ...childItem(child), card_goes_on: session.date },
    change: () =>
      updateCard(
        table,
        { parentId: familyId, childId: child.id },
        { confirmed: true, shown: {} },
        { at: now, by: parent },
      ),
    refusedWith: [elsewhere],
    clears: ['card_goes_on'],
  },
  'noting when a card goes': {
    stored: childItem(child),
    change: () => send(setCardEnd(table, child, session.date)),
    refusedWith: [elsewhere],
  },
  'erasing a card': {
    stored: { ...childItem(child), card_goes_on: session.date, card_by: parent },
    change: () => eraseCard(table, { ...child, card_goes_on: session.date }),
    refusedWith: [{ card_goes_on: '2025-09-28' }, { card_goes_on: null }],
    clears: ['card_goes_on', 'card_by'],
  },
  'deleting a family that a sign-up left behind': {
    stored: { ...storedFamily, ...withHolder({ email_verified: false }) },
    beside: [storedAccount],
    change: () => deleteAbandonedFamily(table, parent, sampleNow),
    refusedWith: [withHolder({ email_verified: true }), withHolder({ email_verified: false }, secondAdult)],
  },
  'adding children': {
    stored: storedFamily,
    beside: [storedLedger],
    change: () => {
      const added = [{ name: 'Zoe', date_of_birth: child.date_of_birth, medical_conditions: null }];
      const children = makeChildren(familyId, added, sampleNow);
      return addChildren(table, familyId, children, { by: parent, key: attempt, now: sampleNow });
    },
    refusedWith: [
      ...[{ children_count: limits.childrenPerFamily }, { child_keys: new Set(['zoe']) }],
      { child_names: new Set(Array.from({ length: limits.childNamesPerFamily }, (_, index) => `${index}`)) },
      ...[{ deleting: true }, elsewhere],
    ],
  },
  'what a file has new of a family': {
    stored: storedFamily,
    beside: [storedLedger],
    change: importChanges,
    refusedWith: [
      ...[{ full_name: 'Ola' }, { phone_number: '1' }, { email: 'ola@example.com' }, { role: 'adult' }].map(
        (changes) => withHolder(changes),
      ),
      ...[{ [listAttribute]: null }, { child_keys: new Set(['zoe']) }, { children_count: 2 }],
      ...[{ deleting: now }, elsewhere],
    ],
  },
  'the ledger of a family of which a file has something new': {
    // It is checked, and not changed.
    stored: storedLedger,
    beside: [storedFamily],
    change: importChanges,
    refusedWith: [{ closing: true }, elsewhere],
  },
  'the turn of a phone number': {
    stored: { ...phoneTurnKey(phone), turn: 'one' },
    change: () => send(...turnWrites(table, new Map([[phone, 'one']]), sampleNow)),
    refusedWith: [{ turn: 'two' }, elsewhere],
  },
  'the first turn of a phone number': {
    stored: { ...phoneTurnKey(phone), ...elsewhere },
    change: () => send(...turnWrites(table, new Map([[phone, undefined]]), sampleNow)),
    refusedWith: [{ ...phoneTurnKey(phone), turn: 'one' }],
  },
  'forgetting a row of an import': {
    stored: { ...importRowKey(imported, imported), parent_id: familyId },
    change: () => forgetRows(table, imported, { parent_id: familyId, rows: [imported] }),
    refusedWith: [{ parent_id: otherFamily }],
  },
  'noting that an import is undone': {
    stored: { ...importKey(imported) },
    change: () => storeUndo(table, imported, sampleNow, []),
    refusedWith: [elsewhere],
  },
  'noting that an opening balance is recorded': {
    stored: { ...importedKey(familyId, imported), balance: 1 },
    change: () => send(noteOpening(table, { ...deed, balance: 1 }, attempt)),
    refusedWith: [{ balance: null }, elsewhere],
    clears: ['balance'],
  },
  'a name that a search finds': {
    stored: { ...storedFamily, child_names: new Set(['Robin Parent']) },
    change: () => send(...childNameUpdate(table, familyId, 'Alex Parent').slice(0, 1)),
    refusedWith: [
      { child_names: new Set(Array.from({ length: limits.childNamesPerFamily }, (_, index) => `${index}`)) },
      ...[{ deleting: now }, elsewhere],
    ],
  },
};

const hour = hourOf(now);
const plan = { amount: 100, due_dates: ['2025-10-01'], credited: 0, paid: 0 };
const [hourBefore, hourAfter] = ['2025-09-23T09', '2025-09-23T11'];
const readLedger = (item: Item) => familyLedgerRef(familyId).fromItem(item);
const trial = trialKey(booking);
const place = placeKey(booking);
const takesPlace = { ...booking, bookings: [booking] };
const otherChild = { ...booking, child_id: sibling };
/** A booking of the family whose ledger was read as it is stored, or of one that was not read. */
const charge = (stored: Item, options: Partial<ChargeOptions> = {}, more: object = {}) => {
  const read = { hour: 'new', recounted: undefined, ledger: readLedger(stored) } as const;
  return () => send(chargeUpdate(table, { ...takesPlace, ...more }, { ...read, ...options }));
};
const lastChange = { changes_hour: hour, hour_changes: limits.changesPerHour - 1 };
const noChange = { hour_changes: limits.changesPerHour };
const ofChild = (version: number) => ({ child_versions: { [child.id]: version } });
const counted = { attempt, at: now, isCounted: true };
const changeOf = (stored: Item) => () => send(changeUpdate(table, familyId, counted, readLedger(stored)));
const renames = {
  ...storedLedger,
  counted_hour: hour,
  hour_bookings: 1,
  renamed_children: { [sibling]: 'Kit' },
};
const endingOf = (stored: Item, more: Partial<Parameters<typeof endingUpdate>[1]> = {}) => {
  const ending = { ...booking, at: now, credit: booking.amount, next: undefined, trial_used: undefined };
  return () => send(endingUpdate(table, { ...ending, ...more }, readLedger(stored)));
};
const booked = { ...storedLedger, places: new Set([place]) };
const next = { ...booking, id: newBookingId(sampleNow), time_slot_id: at(sampleClass().time_slots, 0).id };
const cause: LedgerEntryCause = { type: 'attempt', attempt };
const payment: LedgerEntry = {
  ...{ kind: 'payment', amount: booking.amount, day: session.date, method: 'cash', class: null },
  ...{ booking_id: null, recorded_at: now, made_by: another, cause },
};
const record = () =>
  send(...entryWrites(table, familyId, payment, undefined, { receipt: false, openSince: now }));

/** What a booking, a change, the end of a booking and an entry require of a family's ledger, each by itself. */
const ofLedgers: Record<string, Change> = {
  'the ledger of a new family': {
    stored: { ...storedLedger, ...elsewhere },
    change: () => send(familyLedgerPut(table, familyId)),
    refusedWith: [storedLedger],
  },
  'a booking, the first change of its hour': {
    stored: storedLedger,
    change: charge(storedLedger),
    refusedWith: [
      ...[{ closing: true }, { ended_attempts: new Set([attemptRef(booking.idempotency_key)]) }],
      ...[{ renamed_children: { [child.id]: 'Zoe' } }, { counted_hour: hour }, { changes_hour: hour }],
      ...[ofChild(1), elsewhere],
    ],
  },
  'a booking after other changes of its hour': {
    stored: { ...storedLedger, ...lastChange },
    change: charge(storedLedger, { hour: 'changed' }),
    refusedWith: [{ counted_hour: hour }, { changes_hour: hourBefore }, noChange],
  },
  'a further booking of its hour': {
    stored: { ...storedLedger, ...lastChange, counted_hour: hour, hour_bookings: limits.bookingsPerHour - 1 },
    change: charge(storedLedger, { hour: 'same' }),
    refusedWith: [{ counted_hour: hourBefore }, { hour_bookings: limits.bookingsPerHour }, noChange],
  },
  'a booking of a child that has sessions': {
    stored: { ...storedLedger, ...ofChild(1) },
    change: charge({ ...storedLedger, ...ofChild(1) }),
    refusedWith: [ofChild(2), { child_versions: {} }],
  },
  'a trial': {
    stored: storedLedger,
    change: charge(storedLedger, {}, { trial }),
    refusedWith: [{ trials: new Set([trial]) }],
  },
  'a booking of a family that holds many': {
    stored: { ...storedLedger, live_bookings_at_most: limits.liveBookings - 1 },
    change: charge(storedLedger, { limitsLive: true }),
    refusedWith: [{ live_bookings_at_most: limits.liveBookings }],
  },
  'a booking of a family that was never charged': {
    stored: storedLedger,
    change: charge(storedLedger, { requiresFirstCharge: true }),
    refusedWith: [{ open_since: before }],
  },
  'a booking that is priced by other places': {
    stored: booked,
    change: charge(booked, { requiresSamePlaces: true }, { bookings: [otherChild] }),
    refusedWith: [{ places: null }, { places: new Set([place, 'another']) }],
  },
  'a booking that is priced by no other place': {
    stored: storedLedger,
    change: charge(storedLedger, { requiresSamePlaces: true }),
    refusedWith: [{ places: new Set(['another']) }],
  },
  'a booking with due dates, which forgets those that are over': {
    stored: { ...storedLedger, due_plans: { [next.id]: { ...plan, due_dates: ['2025-09-17'] } } },
    change: charge(
      { ...storedLedger, due_plans: { [next.id]: { ...plan, due_dates: ['2025-09-17'] } } },
      {},
      { bookings: [{ ...booking, due_dates: plan.due_dates }] },
    ),
    refusedWith: [],
    clears: [`due_plans.${next.id}`],
  },
  'a trial that moves': {
    stored: storedLedger,
    change: () => send(raiseVersionOfChild(table, familyId, child.id, readLedger(storedLedger))),
    refusedWith: [ofChild(1), elsewhere],
  },
  'a trial that moves, of a child that has sessions': {
    stored: { ...storedLedger, ...ofChild(1) },
    change: () =>
      send(raiseVersionOfChild(table, familyId, child.id, readLedger({ ...storedLedger, ...ofChild(1) }))),
    refusedWith: [ofChild(2), { child_versions: {} }],
  },
  'a change that is counted, the first of its hour': {
    stored: storedLedger,
    change: changeOf(storedLedger),
    refusedWith: [
      ...[{ closing: true }, { ended_attempts: new Set([attemptRef(attempt)]) }],
      ...[{ changes_hour: hour }, elsewhere],
    ],
  },
  'a change that is counted, the last of its hour': {
    stored: { ...storedLedger, ...lastChange },
    change: changeOf({ ...storedLedger, ...lastChange }),
    refusedWith: [noChange, { changes_hour: hourBefore }],
  },
  'a change that is counted with others’ writes': {
    stored: { ...storedLedger, ...lastChange },
    change: () => sendAsOneChange(table, { parent_id: familyId, at: now }, []),
    refusedWith: [noChange, { closing: true }, elsewhere],
  },
  'a change that is counted with others’ writes, the first of its hour': {
    stored: storedLedger,
    change: () => sendAsOneChange(table, { parent_id: familyId, at: now }, []),
    refusedWith: [{ closing: true }, elsewhere],
  },
  'a name of a child': {
    stored: renames,
    change: () => {
      const renamed = { [sibling]: 'Kim' };
      return send(
        changedChildrenUpdate(table, familyId, readLedger(renames), {
          ...counted,
          isCounted: false,
          renamed,
        }),
      );
    },
    refusedWith: [
      ...[{ counted_hour: hourAfter }, { hour_bookings: 2 }],
      ...[{ renamed_children: { [sibling]: 'Zoe' } }, elsewhere],
    ],
  },
  'the end of a booking': {
    stored: booked,
    change: endingOf(booked),
    refusedWith: [elsewhere],
    clears: ['places'],
  },
  'the end of a booking that a family counts': {
    stored: { ...booked, ...lastChange },
    change: endingOf({ ...booked, ...lastChange }, { change: counted }),
    refusedWith: [noChange, { changes_hour: hourBefore }],
  },
  'the end of a trial that does not count': {
    stored: { ...booked, trials: new Set([trial]) },
    change: endingOf(booked, { trial_used: false }),
    refusedWith: [],
    clears: ['trials'],
  },
  'a booking that follows another one': {
    stored: { ...booked, ...ofChild(1) },
    change: endingOf({ ...booked, ...ofChild(1) }, { next }),
    refusedWith: [
      ...[{ closing: true }, { places: null }, { places: new Set([place, 'another']) }],
      ...[ofChild(2), { child_versions: {} }],
    ],
  },
  'an entry of the office': {
    stored: storedLedger,
    change: record,
    refusedWith: [{ closing: true }, elsewhere],
  },
  'an entry of a cause': {
    stored: { ...ledgerEntryRef(familyId, cause).key, ...elsewhere },
    beside: [storedLedger],
    change: record,
    refusedWith: [{ ...ledgerEntryRef(familyId, cause).key }],
  },
  'an entry that follows from an act': {
    stored: storedLedger,
    change: () => send(...entryWrites(table, familyId, payment, undefined)),
    refusedWith: [elsewhere],
  },
};

const joining: FamilyJoin = { from: familyId, to: otherFamily, same: new Map(), at: now };
const goingLedger = {
  ...familyLedgerItem(familyId, [], reference),
  ...{ charged: 100, received: 50, counted_hour: '2025-09-23T10', due_plans: { [booking.id]: plan } },
  ...{
    second_reference: 'SMITH 2',
    joined_references: new Set([joinedReference]),
    payers: new Set(['payer']),
  },
  renamed_children: { [child.id]: child.name },
};
const keptLedger = familyLedgerItem(otherFamily);
const references = [reference, secondReferenceSchema.parse('SMITH 2'), joinedReference].map((one) => ({
  ...referenceKey(one),
  parent_id: familyId,
}));
const beginJoin = () =>
  send(...beginLedgerJoin(table, joining, { other: readLedger(goingLedger), into: readLedger(keptLedger) }));
const moveBooking = () => send(...placeJoin(table, joining, readLedger(goingLedger), booking));
const reducedPlan = { due_plans: { [booking.id]: { ...plan, paid: 1 } } };
const emptiedLedger = { ...goingLedger, charged: 0, received: 0, ended_attempts: new Set([attempt]) };
const changedSums: readonly Item[] = [
  ...[{ charged: 1 }, { credited: 1 }, { waived: 1 }, { received: 1 }],
  ...[{ trials: new Set(['trial']) }, { ended_attempts: new Set(['another']) }],
];

/** Two families that become one: what changed in one of their ledgers is not lost. */
const ofJoins: Record<string, Change> = {
  'the money of a family that goes': {
    stored: goingLedger,
    beside: [keptLedger, ...references],
    change: beginJoin,
    refusedWith: [
      ...changedSums,
      ...[{ closing: true }, { second_reference: 'SMITH 3' }, { second_reference: null }],
      ...[{ payers: new Set(['payer', 'another']) }, { payers: null }],
      ...[{ renamed_children: { [child.id]: 'Zoe' } }, { renamed_children: null }, elsewhere],
    ],
    clears: ['reference', 'second_reference', 'joined_references', 'payers', 'renamed_children'],
  },
  'the money of a family that stays': {
    stored: keptLedger,
    beside: [goingLedger, ...references],
    change: beginJoin,
    refusedWith: [
      ...[{ closing: true }, { open_since: '2025-09-01' }, { reminded_at: now }],
      ...[{ renamed_children: { [sibling]: 'Zoe' } }, { counted_hour: '2025-09-23T09' }, elsewhere],
    ],
  },
  'a reference of a family that goes': {
    stored: { ...references[1] },
    beside: [goingLedger, keptLedger, ...references.filter((_, index) => index !== 1)],
    change: beginJoin,
    refusedWith: [{ parent_id: invitedFamily.id }, elsewhere],
  },
  'a booking of a family that goes': {
    stored: goingLedger,
    beside: [keptLedger],
    change: moveBooking,
    refusedWith: [reducedPlan, { due_plans: {} }, elsewhere],
    clears: [`due_plans.${booking.id}`],
  },
  'a booking that a family gets': {
    stored: keptLedger,
    beside: [goingLedger],
    change: moveBooking,
    refusedWith: [{ renamed_children: { [child.id]: 'Zoe' } }, elsewhere],
  },
  'the due dates of a family that goes': {
    stored: goingLedger,
    beside: [keptLedger],
    change: () => send(...planJoin(table, joining, readLedger(goingLedger), booking.id)),
    refusedWith: [reducedPlan, { due_plans: {} }, elsewhere],
    clears: [`due_plans.${booking.id}`],
  },
  'the due dates that a family gets': {
    stored: keptLedger,
    beside: [goingLedger],
    change: () => send(...planJoin(table, joining, readLedger(goingLedger), booking.id)),
    refusedWith: [elsewhere],
  },
  'a place that no booking has': {
    stored: { ...goingLedger, places: new Set([place]) },
    change: () => send(forgetPlace(table, joining, booking)),
    refusedWith: [elsewhere],
    clears: ['places'],
  },
  'the end of the ledger of a family that goes': {
    stored: emptiedLedger,
    beside: [keptLedger],
    change: () => send(...endLedgerJoin(table, joining, readLedger(emptiedLedger))),
    refusedWith: [...changedSums, { places: new Set(['place']) }, reducedPlan, { due_plans: {} }, elsewhere],
  },
  'what the end of a ledger gives the one that stays': {
    stored: keptLedger,
    beside: [emptiedLedger],
    change: () => send(...endLedgerJoin(table, joining, readLedger(emptiedLedger))),
    refusedWith: [elsewhere],
  },
  'where a family went': {
    stored: { ...joinedFamilyKey(familyId) },
    change: () => send(joinedFamilyExpiry(table, joining)),
    refusedWith: [elsewhere],
  },
  'the ledger of an erased family': {
    stored: { ...goingLedger, ended_attempts: new Set([attempt]) },
    change: () => send(ledgerExpiry(table, familyId, sampleNow)),
    refusedWith: [],
    clears: [
      ...['reference', 'second_reference', 'joined_references'],
      ...['payers', 'renamed_children', 'ended_attempts'],
    ],
  },
};

/** Stores the items, and gives those that were stored under the key. */
const given = async (
  { stored, beside = [] }: Change,
  change: Item = {},
): Promise<() => Promise<unknown[]>> => {
  const item = Object.fromEntries(
    Object.entries({ ...stored, ...change }).filter(([name]) => change[name] !== null),
  );
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  await batchDelete(table, Items);
  await send(...[item, ...beside].map((Item) => ({ Put: { TableName: table.name, Item } })));
  const read = (key = keyOfItem(stored)) => getItem(table, { key, fromItem: (found) => found });
  const written = Object.keys(change).includes('PK')
    ? [keyOfItem(stored), keyOfItem(item)]
    : [keyOfItem(stored)];
  return () => Promise.all(written.map(read));
};

const valueAt = (item: unknown, path: string): unknown =>
  path.split('.').reduce((value: unknown, name) => Object(value)[name], item);

describe.each(
  Object.entries({
    ...ofAccounts,
    ...ofHolds,
    ...ofAdults,
    ...ofMessages,
    ...ofClasses,
    ...ofPlaces,
    ...ofFamilies,
    ...ofLedgers,
    ...ofJoins,
  }),
)('%s', (_, changed) => {
  it('is done where all is as it was read', async () => {
    const read = await given(changed);
    const seen = await read();
    const outcome = await changed.change();
    const stored = await read();
    const isDone = Object(outcome).outcome === 'done' || !isDeepStrictEqual(stored, seen);
    expect(isDone).toBe(true);
    for (const path of changed.clears ?? []) {
      expect(valueAt(seen[0], path), path).toBeDefined();
      expect(valueAt(stored[0], path), path).toBeUndefined();
    }
  });

  it.each(changed.refusedWith)('changes nothing with %j', async (change) => {
    const read = await given(changed, change);
    const seen = await read();
    const outcome = await changed.change();
    expect(await read()).toEqual(seen);
    expect(outcome).not.toMatchObject({ outcome: 'done' });
  });
});

it('the lease on an email that another delivery acquired meanwhile stays when the email fails', async () => {
  const key = sendLeaseKey('failed', 'receipt');
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
