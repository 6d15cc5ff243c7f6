import type { UserId } from '#shared/lib/ids';
import { type Instant, instantOf } from '#shared/lib/values';
import { operatorId } from '#shared/school/activity';
import { accountIsActive } from '../accounts/account-marks.ts';
import { type AccountWithFamily, countPeople, type StoredProfile } from '../accounts/accounts.ts';
import { newInvitation, type StoredInvitation, storeInvitation, useInvitation } from '../accounts/coaches.ts';
import { familyAddressDelete, familyAddressPut } from '../accounts/registrations.ts';
import { contactWords, familyContactWords, wordChanges } from '../accounts/search-words.ts';
import {
  familyIsActive,
  getActiveFamily,
  isListedFamily,
  type Member,
  memberPath,
  noContact,
  requireMember,
  requireMemberCount,
  requireSameList,
  type StoredContact,
  type StoredFamily,
  storedMember,
} from '../accounts/stored-families.ts';
import { type CountedOutcome, sendAsOneChange } from '../ledger/changes.ts';
import { getFamilyLedger, unusedLedgerDelete } from '../ledger/ledger.ts';
import { isReferenceTaken, referenceDelete, referencesIn } from '../ledger/references.ts';
import {
  append,
  atMost,
  checkWrite,
  deleteWrite,
  orAbsent,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { accountKey, adultInvitationId, familyKey, invitationKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { newFamilyId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { familyPuts } from './families.ts';
import { joinNotes, noteMoves } from './notes.ts';
import { familyTaskDelete, familyTaskPut } from './tasks.ts';

const invitesHolder = ({ members }: StoredFamily): boolean => members.length === 0;

/** Requires that the family has no member, or no second one. */
export const requireRoomFor = (holds: boolean): Tests => requireMemberCount(holds ? 0 : 1);

interface Invited {
  readonly family: StoredFamily;
  readonly by: UserId;
  readonly email: string;
  readonly now: Date;
  readonly tries?: number;
}

/** The inviter where somebody entered a family's address on the site. */
export const schoolItself: UserId = operatorId;

/** Invites an address to join a family, in place of an earlier one (ADT-01). Refused where the family has no room. */
export const storeAdultInvitation = (
  table: Table,
  { family, by, email, now, tries }: Invited,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const holds = invitesHolder(family);
  const invited = {
    ...{ email, by, now, familyId: family.id },
    ...({ role: 'adult' } as const),
    ...(holds && ({ holds: true } as const)),
    ...(tries !== undefined && { tries }),
  };
  const { invited_at, valid_until } = newInvitation(invited);
  return storeInvitation(table, invited, [
    updateWrite(table, familyKey(family.id), {
      set: {
        adult_invited: { email, invited_at, valid_until },
        ...(holds && { 'office_contact.email': email }),
      },
      // Otherwise another address that the family got meanwhile would stay reserved.
      if: {
        ...familyIsActive,
        ...requireRoomFor(holds),
        ...(holds && { 'office_contact.email': orAbsent(family.email) }),
      },
    }),
    ...extraWrites,
  ]);
};

export const withdrawAdultInvitation = (
  table: Table,
  { id }: Pick<StoredFamily, 'id'>,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    deleteWrite(table, invitationKey(adultInvitationId(id))),
    updateWrite(table, familyKey(id), { remove: ['adult_invited'], if: familyIsActive }),
    ...extraWrites,
  ]);

/** Whoever used that login, the reader of the link does not join (AUT-45). Idempotent. */
export const endInvitationBy = async (
  table: Table,
  { id }: Pick<StoredFamily, 'id'>,
  account: UserId,
): Promise<void> => {
  await sendTransaction(table, [
    deleteWrite(table, invitationKey(adultInvitationId(id)), { if: { invited_by: account } }),
    updateWrite(table, familyKey(id), { remove: ['adult_invited'], if: familyIsActive }),
  ]);
};

/** Leaves a task of the office (FID-09). Refused where the invitation was withdrawn or repeated meanwhile. */
export const endUnprovedInvitation = (
  table: Table,
  invitation: StoredInvitation,
  { id }: Pick<StoredFamily, 'id'>,
  now: Date,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    useInvitation(table, invitation),
    updateWrite(table, familyKey(id), { remove: ['adult_invited'], if: familyIsActive }),
    familyTaskPut(table, { kind: 'wrong-answers', family_id: id, at: instantOf(now) }),
  ]);

/** Replaces an earlier invitation (BHF-02). The family has the address now, but gets other mail only after accepting. */
export const inviteHolder = async (
  table: Table,
  invited: Invited,
  extraWrites: ExtraWrites,
  freesAddress = invited.family.email !== '',
): Promise<{ readonly outcome: 'done' | 'email-taken' | 'has-login' | 'busy' }> => {
  const { family, email } = invited;
  const before = family.email;
  const moves = before !== email;
  const result = await storeAdultInvitation(table, invited, [
    familyAddressPut(table, email, family.id),
    ...(moves && freesAddress ? [familyAddressDelete(table, { email: before, familyId: family.id })] : []),
    ...(moves
      ? wordChanges(table, family.id, {
          before: contactWords(family),
          after: contactWords({ ...family, email }),
        })
      : []),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return result;
  const [, , ofFamily, ofAddress] = result.refusals;
  if (ofFamily) {
    const present = await getActiveFamily(table, family.id);
    return { outcome: present?.email === before ? 'has-login' : 'busy' };
  }
  if (ofAddress) return { outcome: 'email-taken' };
  if (!freesAddress) return { outcome: 'busy' };
  // An account has the earlier address by now, and keeps it.
  return inviteHolder(table, invited, extraWrites, false);
};

export const asksOf = ({ child_keys, phone_number }: StoredFamily): 'date-of-birth' | 'phone' | null => {
  if (child_keys.size > 0) return 'date-of-birth';
  return phone_number === '' ? null : 'phone';
};

export const canBeInvited = (family: StoredFamily, now: Date): boolean =>
  invitesHolder(family) &&
  asksOf(family) !== null &&
  family.email !== '' &&
  (!family.adult_invited || family.adult_invited.valid_until <= instantOf(now));

interface JoinOutcome {
  readonly outcome: 'joined' | 'has-family' | 'adult-exists' | 'no-invitation' | 'busy';
}

/** Removes a family without child, booking and money, whose account joins another one. */
const unusedFamilyWrites = async (table: Table, own: StoredFamily, account: UserId): Promise<Write[]> => {
  const ledger = await getFamilyLedger(table, own.id, { consistent: true });
  return [
    deleteWrite(table, familyKey(own.id), {
      if: {
        ...familyIsActive,
        ...requireMemberCount(1),
        ...requireMember(account),
        ...requireSameList(own),
        children_count: orAbsent(atMost(0)),
      },
    }),
    unusedLedgerDelete(table, own.id),
    deleteWrite(table, invitationKey(adultInvitationId(own.id))),
    ...(ledger ? referencesIn(ledger) : []).map((one) => referenceDelete(table, one)),
    ...(isListedFamily(own) ? [countPeople(table, { families: -1 })] : []),
    ...wordChanges(table, own.id, { before: familyContactWords(own) }),
  ];
};

/**
 * Uses up the invitation, and removes the account's own family, whose notes move to the joined one. Refused where the own family has a
 * child, a booking or money. A family without a login gets the member's contact (FID-13).
 */
export const joinFamily = async (
  table: Table,
  { profile: account, family: own }: AccountWithFamily,
  { invitation, family }: { readonly invitation: StoredInvitation; readonly family: StoredFamily },
  now: Date,
  extraWrites: ExtraWrites,
): Promise<JoinOutcome> => {
  const holds = invitation.holds === true;
  const moved = { from: own.id, to: family.id };
  const member: Member = { ...account, family_role: holds ? 'holder' : 'adult', since: instantOf(now) };
  const [ownDelete, ledgerDelete, ...others] = await unusedFamilyWrites(table, own, account.id);
  if (!ownDelete || !ledgerDelete) throw new Error('A family has an item and a ledger');
  const result = await sendTransaction(table, [
    updateWrite(table, accountKey(account.id), {
      set: { family_id: family.id },
      if: { ...accountIsActive, family_id: own.id },
    }),
    ownDelete,
    ledgerDelete,
    updateWrite(table, familyKey(family.id), {
      set: { [memberPath(account.id)]: storedMember({ ...member, email_verified: true }) },
      remove: ['adult_invited'],
      if: { ...familyIsActive, ...requireRoomFor(holds) },
    }),
    useInvitation(table, invitation),
    ...(holds
      ? [
          familyTaskDelete(table, { kind: 'no-login', family_id: family.id }),
          familyTaskDelete(table, { kind: 'wrong-answers', family_id: family.id }),
        ]
      : []),
    ...wordChanges(table, family.id, {
      before: familyContactWords(family),
      after: familyContactWords({ ...family, members: [...family.members, member] }),
    }),
    ...(await noteMoves(table, moved)),
    ...others,
    ...extraWrites,
  ]);
  if (result.outcome === 'busy') return { outcome: 'busy' };
  if (result.outcome === 'done') {
    await joinNotes(table, moved);
    return { outcome: 'joined' };
  }
  const [ofAccount, ofOwn, ofLedger, ofFamily] = result.refusals;
  if (ofAccount || ofOwn || ofLedger) return { outcome: 'has-family' };
  return { outcome: ofFamily ? 'adult-exists' : 'no-invitation' };
};

/** The contact of a family without a member: what the office typed, else the name alone, so that it finds the family. */
const remainingContact = ({ office_contact }: StoredFamily, { full_name }: Member): StoredContact =>
  office_contact ?? { ...noContact, full_name };

export const writesOfRemoval = (
  table: Table,
  family: StoredFamily,
  account: UserId,
  noted?: Date,
): Write[] => {
  const removed = family.members.find(({ id }) => id === account);
  const others = family.members.filter(({ id }) => id !== account);
  const [other] = others;
  return [
    updateWrite(table, familyKey(family.id), {
      set: {
        ...(other && { [`${memberPath(other.id)}.role`]: 'holder' }),
        ...(noted &&
          removed && {
            removed_logins: append([{ account, since: removed.since, until: instantOf(noted) }]),
          }),
        ...(!other &&
          removed &&
          !family.office_contact && { office_contact: remainingContact(family, removed) }),
      },
      remove: [memberPath(account), ...(family.money_mails === account ? ['money_mails'] : [])],
      if: {
        ...requireMember(account),
        ...requireMemberCount(others.length === 0 ? 1 : 2),
        ...(other && requireMember(other.id)),
        money_mails: family.money_mails,
      },
    }),
    ...wordChanges(table, family.id, {
      before: familyContactWords(family),
      after: familyContactWords(removeFromMembers(family, account)),
    }),
  ];
};

/** The contact is that of the other member, or what the office typed. */
const removeFromMembers = (family: StoredFamily, account: UserId): StoredFamily => {
  const members = family.members.filter(({ id }) => id !== account);
  const removed = family.members.find(({ id }) => id === account);
  const contact = members[0] ?? (removed ? remainingContact(family, removed) : noContact);
  const { full_name, phone_number, email } = contact;
  return { ...family, members, full_name, phone_number, email };
};

/** From the next request (ADT-02). The account gets an empty family, which it leaves when it joins another. Idempotent. */
export const leaveFamily = async (
  table: Table,
  {
    family,
    account,
    now,
    isNoted,
  }: {
    readonly family: StoredFamily;
    readonly account: StoredProfile;
    readonly now: Date;
    readonly isNoted: boolean;
  },
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const own = { id: newFamilyId(now), created_at: instantOf(now), holder: account };
  const writes = [
    updateWrite(table, accountKey(account.id), {
      set: { family_id: own.id },
      if: { ...accountIsActive, family_id: family.id },
    }),
    ...writesOfRemoval(table, family, account.id, isNoted ? now : undefined),
    ...familyPuts(table, { family: own, children: [] }, { isListed: account.role !== 'admin' }),
    ...extraWrites,
  ];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'refused' && isReferenceTaken(writes, result.refusals))
    return leaveFamily(table, { family, account, now, isNoted }, extraWrites);
  return result;
};

/** Swaps the two roles (ADT-02, FID-04). Refused where either changed meanwhile. */
export const changeHolder = (
  table: Table,
  family: StoredFamily,
  { adult, holder }: { readonly adult: Member; readonly holder: Member },
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    updateWrite(table, familyKey(family.id), {
      set: {
        [`${memberPath(adult.id)}.role`]: 'holder',
        [`${memberPath(holder.id)}.role`]: 'adult',
        // The reader of mail about money stays the same (FID-05).
        money_mails: family.money_mails ?? holder.id,
      },
      if: {
        ...familyIsActive,
        ...requireMember(adult.id, 'adult'),
        ...requireMember(holder.id, 'holder'),
        money_mails: family.money_mails,
      },
    }),
    // An account that is being deleted would take the family with it.
    checkWrite(table, accountKey(adult.id), { if: accountIsActive }),
    ...extraWrites,
  ]);

/** Stores who gets mail about money (FID-05), as one counted change of the family. */
export const storeMoneyMails = (
  table: Table,
  { id }: Pick<StoredFamily, 'id'>,
  account: UserId,
  at: Instant,
  extraWrites: ExtraWrites,
): Promise<CountedOutcome> =>
  sendAsOneChange(table, { parent_id: id, at }, [
    updateWrite(table, familyKey(id), {
      set: { money_mails: account },
      if: { ...familyIsActive, ...requireMember(account) },
    }),
    ...extraWrites,
  ]);
