import type { FamilyRole } from '#shared/families/family';
import { minuteMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import { type Instant, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import {
  invitationPut,
  invitationUse,
  newInvitation,
  type StoredInvitation,
  storeInvitation,
} from '../accounts/coaches.ts';
import { profileIsActive } from '../accounts/profile-marks.ts';
import {
  countProfiles,
  familyRoleOf,
  getActiveProfile,
  isFamily,
  type StoredProfile,
} from '../accounts/profiles.ts';
import { familyAddressPut, registrationDelete } from '../accounts/registrations.ts';
import { contactWords, wordChanges } from '../accounts/search-words.ts';
import { type CountedOutcome, sendCounted } from '../ledger/changes.ts';
import { familyLedgerPut, getFamilyLedger, unusedLedgerDelete } from '../ledger/ledger.ts';
import { isReferenceTaken, randomReference, referenceDelete, referencePut } from '../ledger/references.ts';
import {
  absent,
  atMost,
  deleteWrite,
  isNew,
  orAbsent,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { chunk, listAttribute, listIndex } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  adultInvitationId,
  invitationKey,
  profileIndexKeys,
  profileKey,
} from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { messageIdOf, messagePut } from '../messages/messages.ts';

/** An account that acts for a family now. */
export interface Member {
  readonly profile: StoredProfile;
  readonly family_role: FamilyRole;
}

/**
 * The accounts that act for a family, the holder first: that of its own id, that of a family which the office made, and the
 * second adult. One read for each account of another id.
 */
export const readMembers = async (table: Table, family: StoredProfile): Promise<Member[]> => {
  const ids = [family.holder_login, family.second_adult].filter((id) => id !== undefined);
  const others = await Promise.all(ids.map((id) => getActiveProfile(table, id)));
  const own = family.login === 'none' ? [] : [family];
  return [...own, ...others.filter((profile) => profile?.member_of === family.id)]
    .flatMap((profile) => (profile ? [{ profile, family_role: familyRoleOf(profile) }] : []))
    .toSorted((one, other) => Number(one.family_role === 'adult') - Number(other.family_role === 'adult'));
};

/** The account that is not the holder. */
export const findAdult = async (table: Table, family: StoredProfile): Promise<Member | undefined> =>
  (await readMembers(table, family)).find(({ family_role }) => family_role === 'adult');

/** That a family has no holder with a login, or no second adult. */
const roomFor = (holds: boolean): Tests =>
  holds ? { login: 'none', holder_login: absent } : { second_adult: absent };

/** Invites an address to be the second adult, in place of one that was invited before (ADT-01). Refused where there is one. */
export const storeAdultInvitation = (
  table: Table,
  { family, by, email, now }: { family: StoredProfile; by: UserId; email: string; now: Date },
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const holds = family.login === 'none' && !family.holder_login;
  const invited = {
    ...{ email, by, now, familyId: family.id },
    ...({ role: 'adult' } as const),
    ...(holds && ({ holds: true } as const)),
  };
  const { invited_at, valid_until } = newInvitation(invited);
  return storeInvitation(table, invited, [
    updateWrite(table, profileKey(family.id), {
      set: { adult_invited: { email, invited_at, valid_until }, ...(holds && { email }) },
      // Another address that it was given meanwhile would stay its own too, for whoever signs up with it.
      if: { ...profileIsActive, ...roomFor(holds), ...(holds && { email: orAbsent(family.email) }) },
    }),
    ...extraWrites,
  ]);
};

/** Withdraws the invitation: its link ends. */
export const withdrawAdultInvitation = (
  table: Table,
  familyId: UserId,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    deleteWrite(table, invitationKey(adultInvitationId(familyId))),
    updateWrite(table, profileKey(familyId), { remove: ['adult_invited'], if: profileIsActive }),
    ...extraWrites,
  ]);

/**
 * Invites the address of a family without a login (BHF-02), in place of one before. The family has the address from then on;
 * nothing else is mailed to it before somebody accepts.
 */
export const inviteHolder = async (
  table: Table,
  invited: { family: StoredProfile; by: UserId; email: string; now: Date },
  extraWrites: ExtraWrites,
  freesAddress = invited.family.email !== '',
): Promise<{ readonly outcome: 'done' | 'email-taken' | 'has-login' | 'busy' }> => {
  const { family, email } = invited;
  const before = family.email;
  const moves = before !== email;
  const result = await storeAdultInvitation(table, invited, [
    familyAddressPut(table, email, family.id),
    ...(moves && freesAddress ? [registrationDelete(table, { email: before, userId: family.id })] : []),
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
    const present = await getActiveProfile(table, family.id);
    return { outcome: present?.email === before ? 'has-login' : 'busy' };
  }
  if (ofAddress) return { outcome: 'email-taken' };
  // The address before is an account's by now, which keeps it.
  return inviteHolder(table, invited, extraWrites, false);
};

/** Families that one transaction invites: two writes each, with the message and the log. */
const invitedAtOnce = 45;

interface InvitedTogether {
  readonly by: UserId;
  readonly now: Date;
  readonly extraWrites: ExtraWrites;
}

const inviteSome = async (
  table: Table,
  families: readonly StoredProfile[],
  { by, now, extraWrites }: InvitedTogether,
): Promise<number | 'busy'> => {
  const [first] = families;
  if (!first) return 0;
  const at = instantOf(now);
  const writes = families.flatMap(({ id, email }) => {
    const invitation = newInvitation({ email, by, now, role: 'adult', familyId: id, holds: true });
    const { invited_at, valid_until } = invitation;
    return [
      invitationPut(table, invitation, { if: [isNew, { valid_until: atMost(at) }] }),
      updateWrite(table, profileKey(id), {
        set: { adult_invited: { email, invited_at, valid_until } },
        if: { ...profileIsActive, ...roomFor(true), email },
      }),
    ];
  });
  const message = messagePut(table, {
    id: messageIdOf('family-invitation', first.id, at),
    created_at: at,
    made_by: by,
    kind: 'family-invitation',
    audience: { kind: 'families', parent_ids: families.map(({ id }) => id) },
    facts: {},
  });
  const result = await sendTransaction(table, [...writes, message, ...extraWrites]);
  if (result.outcome === 'busy') return 'busy';
  if (result.outcome === 'done') return families.length;
  const { refusals } = result;
  const left = families.filter((_, index) => !refusals[2 * index] && !refusals[2 * index + 1]);
  if (left.length === families.length) throw new Error('The message of invitations was refused');
  return inviteSome(table, left, { by, now, extraWrites });
};

/**
 * Invites families without a login by the addresses that they have (IMP-03). The messenger sends the emails, at the rate of all
 * messages. One that is invited by now, or changed since it was read, is left out.
 * @returns how many are invited
 */
export const inviteHolders = async (
  table: Table,
  families: readonly StoredProfile[],
  together: InvitedTogether,
): Promise<number | 'busy'> => {
  let invited = 0;
  for (const part of chunk(families, invitedAtOnce)) {
    // One line of the log is for all of them.
    const extraWrites = invited === 0 ? together.extraWrites : [];
    const count = await inviteSome(table, part, { ...together, extraWrites });
    if (count === 'busy') return count;
    invited += count;
  }
  return invited;
};

/** Whether a family can be invited by its own address: nobody has a login for it, and no invitation is under way. */
export const canBeInvited = (
  { login, holder_login, email, adult_invited }: StoredProfile,
  now: Date,
): boolean =>
  login === 'none' &&
  !holder_login &&
  email !== '' &&
  (!adult_invited || adult_invited.valid_until <= instantOf(now));

interface JoinOutcome {
  readonly outcome: 'joined' | 'has-family' | 'adult-exists' | 'no-invitation' | 'busy';
}

/**
 * Makes an account the second adult of the family that invited it, and uses the invitation up. The account is no family of its
 * own from then on: it has no ledger, and is in no list. Refused where it has a child, has booked, or has money of its own.
 */
export const joinFamily = async (
  table: Table,
  account: StoredProfile,
  invitation: StoredInvitation & { readonly family_id: UserId },
  extraWrites: ExtraWrites,
): Promise<JoinOutcome> => {
  const { reference, second_reference } =
    (await getFamilyLedger(table, account.id, { consistent: true })) ?? {};
  const isListed = account.role !== 'admin';
  const holds = invitation.holds === true;
  const result = await sendTransaction(table, [
    updateWrite(table, profileKey(account.id), {
      set: { member_of: invitation.family_id, family_role: holds ? 'holder' : 'adult' },
      remove: ['adult_invited', ...(isListed ? [listIndex.partitionKey, listIndex.sortKey] : [])],
      if: {
        ...profileIsActive,
        member_of: absent,
        second_adult: absent,
        children_count: orAbsent(atMost(0)),
        [listAttribute]: account[listAttribute],
      },
    }),
    unusedLedgerDelete(table, account.id),
    updateWrite(table, profileKey(invitation.family_id), {
      set: holds
        ? { holder_login: account.id, email: account.email, email_verified: true }
        : { second_adult: account.id },
      remove: ['adult_invited'],
      if: { ...profileIsActive, ...roomFor(holds), member_of: absent },
    }),
    invitationUse(table, invitation),
    ...[reference, second_reference].flatMap((one) => (one ? [referenceDelete(table, one)] : [])),
    ...(isFamily(account) ? [countProfiles(table, { parents: -1 })] : []),
    // Its words stay: by them a search finds the family.
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return { outcome: result.outcome === 'done' ? 'joined' : 'busy' };
  const [ofAccount, ofLedger, ofFamily] = result.refusals;
  if (ofAccount || ofLedger) return { outcome: 'has-family' };
  return { outcome: ofFamily ? 'adult-exists' : 'no-invitation' };
};

/** The writes that make an account a family of its own again: without a child, and with a new reference. */
const ownFamilyWrites = (table: Table, account: StoredProfile): Write[] => {
  const reference = randomReference();
  return [
    familyLedgerPut(table, account.id, [], reference),
    referencePut(table, account.id, reference),
    ...(account.role === 'admin' ? [] : [countProfiles(table, { parents: 1 })]),
  ];
};

/**
 * Ends the access of an account to the family of another id (ADT-02): the very next request acts for the account alone. Nothing
 * where it was ended before.
 */
export const leaveFamily = async (
  table: Table,
  account: StoredProfile,
  familyId: UserId,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'done' | 'busy' }> => {
  const isHolder = familyRoleOf(account) === 'holder';
  const writes = [
    updateWrite(table, profileKey(account.id), {
      set: account.role === 'admin' ? {} : profileIndexKeys(account, 'parent'),
      remove: ['member_of', 'family_role'],
      if: { member_of: familyId },
    }),
    updateWrite(table, profileKey(familyId), {
      remove: [isHolder ? 'holder_login' : 'second_adult', 'money_mails'],
      if: { [isHolder ? 'holder_login' : 'second_adult']: account.id },
    }),
    ...ownFamilyWrites(table, account),
    ...extraWrites,
  ];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'refused' && isReferenceTaken(writes, result.refusals))
    return leaveFamily(table, account, familyId, extraWrites);
  return { outcome: result.outcome === 'busy' ? 'busy' : 'done' };
};

/** Makes the second adult the holder, and the holder the second adult (ADT-02). Refused where either changed meanwhile. */
export const swapRoles = (
  table: Table,
  family: StoredProfile,
  { adult, holder }: { readonly adult: Member; readonly holder: Member },
  at: Instant,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const roleOf = ({ profile }: Member, family_role: FamilyRole): Write =>
    updateWrite(table, profileKey(profile.id), {
      set: { family_role, ...(profile.id === family.id && { handed_over_at: at }) },
      if: { ...profileIsActive, family_role: profile.family_role ?? absent },
    });
  const isGiven = family.login === 'none';
  return sendTransaction(table, [
    roleOf(adult, 'holder'),
    roleOf(holder, 'adult'),
    ...(isGiven
      ? [
          updateWrite(table, profileKey(family.id), {
            set: { holder_login: adult.profile.id, second_adult: holder.profile.id },
            if: { holder_login: holder.profile.id, second_adult: adult.profile.id },
          }),
        ]
      : []),
    ...extraWrites,
  ]);
};

/** Stores who gets the emails about money: one counted change of the family. */
export const storeMoneyMails = (
  table: Table,
  familyId: UserId,
  money_mails: FamilyRole,
  at: Instant,
): Promise<CountedOutcome> =>
  sendCounted(table, { parent_id: familyId, at }, [
    updateWrite(table, profileKey(familyId), { set: { money_mails }, if: profileIsActive }),
  ]);

/**
 * Whether tokens of the family's own account may be in use that do not say that its membership is to be read: those of before
 * the hand-over.
 */
export const isJustHandedOver = ({ handed_over_at }: StoredProfile, now: Date): boolean =>
  handed_over_at !== undefined &&
  handed_over_at > instantOf(new Date(now.getTime() - (limits.accessTokenMinutes + 1) * minuteMs));

/**
 * Ends the access of the account of the family's own id, after the other adult became the holder: the family keeps its id, and
 * has the contact of the holder. What else belongs to the account is deleted after it.
 */
export const detachLogin = (
  table: Table,
  family: StoredProfile,
  { profile: holder }: Member,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const { full_name, email, phone_number } = holder;
  return sendTransaction(table, [
    updateWrite(table, profileKey(family.id), {
      set: { login: 'none', full_name, email, phone_number, holder_login: holder.id },
      remove: [
        ...['second_adult', 'family_role', 'handed_over_at', 'money_mails', 'email_problem'],
        ...['first_login_at', 'password_set_at', 'browser_secret_hash', 'remind_every_session'],
      ],
      if: { ...profileIsActive, family_role: 'adult', second_adult: holder.id },
    }),
    ...wordChanges(table, family.id, {
      before: contactWords(family),
      after: contactWords({ full_name, email, phone_number }),
    }),
    ...extraWrites,
  ]);
};
