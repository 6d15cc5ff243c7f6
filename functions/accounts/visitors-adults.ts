import type { AdultRoutes, InvitationProof } from '#shared/accounts/adult-routes';
import { brand } from '#shared/brand';
import { phoneKey } from '#shared/lib/phone-number';
import { counted } from '#shared/lib/text';
import { limits } from '#shared/limits';
import {
  asksOf,
  endUnprovedInvitation,
  joinFamily,
  storeAdultInvitation,
  withdrawAdultInvitation as withdraw,
} from '../families/adults.ts';
import { type FamilyWithChildren, getFamily } from '../families/families.ts';
import type { AccountDeps } from '../lib/deps.ts';
import type { FamilyCaller } from '../lib/http/caller.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { log } from '../lib/log.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import { adultInvitationsPerPeriod } from '../limits.ts';
import { auditEventPut } from '../school/activity.ts';
import { feedDelete } from '../sessions/calendar-feeds.ts';
import { type AccountWithFamily, getAccountWithFamily } from './accounts.ts';
import { endAdult } from './adult-steps.ts';
import { countAnswer, findInvitation, type StoredInvitation, uncountAnswer } from './coaches.ts';
import { getRegistration } from './registrations.ts';
import { openInvitedAccount } from './sign-up-steps.ts';
import { countInvitation } from './steps.ts';
import { getActiveFamily, holderOf, type Member, type StoredFamily } from './stored-families.ts';

/** Read from the table, so that a new holder counts at once. @throws ProblemError profileNotFound, holderOnly */
const readOwnFamily = async (
  { userId, familyId }: FamilyCaller,
  { table }: AccountDeps,
): Promise<{ family: StoredFamily; holder: Member }> => {
  const family = await getActiveFamily(table, familyId);
  if (!family) throw problem('profileNotFound');
  const holder = holderOf(family);
  if (holder?.id !== userId) throw problem('holderOnly');
  return { family, holder };
};

/**
 * Emails an invitation to be the second adult of the holder's family (ADT-01). A repetition ends the link before.
 * @throws ProblemError profileNotFound, holderOnly, adultExists, ownInvitation, tooManyAttempts, busy
 */
export const inviteAdult: Operation<AdultRoutes['inviteAdult'], AccountDeps> = async (
  { caller, body: { email } },
  deps,
) => {
  const { family, holder } = await readOwnFamily(caller, deps);
  const { table, clock } = deps;
  if (family.members.length > 1) throw problem('adultExists');
  if (email === holder.email) throw problem('ownInvitation');
  const now = clock();
  await countInvitation(table, family.id, adultInvitationsPerPeriod, now);
  const { outcome } = await storeAdultInvitation(table, { family, by: holder.id, email, now }, [
    auditEventPut(table, now, {
      actor_id: holder.id,
      action: 'family.adult-invited',
      subject_id: family.id,
    }),
  ]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('adultExists');
  return { success: true };
};

export const withdrawAdultInvitation: Operation<AdultRoutes['withdrawAdultInvitation'], AccountDeps> = async (
  { caller },
  deps,
) => {
  const { family } = await readOwnFamily(caller, deps);
  const { outcome } = await withdraw(deps.table, family, []);
  if (outcome === 'busy') throw busy();
};

export const endAdultAccess: Operation<AdultRoutes['endAdultAccess'], AccountDeps> = async (
  { caller: { userId, familyId } },
  deps,
) => {
  await endAdult({ familyId, actorId: userId, endsWith: 'access' }, deps);
};

interface Invited {
  readonly invitation: StoredInvitation;
  readonly family: StoredFamily;
}

/** @throws ProblemError invitationInvalid */
const readInvitation = async (link: string, { table, clock }: AccountDeps): Promise<Invited> => {
  const invitation = await findInvitation(table, { link, role: 'adult', now: clock() });
  const family = invitation?.family_id && (await getActiveFamily(table, invitation.family_id));
  if (!invitation || !family) throw problem('invitationInvalid');
  const invited = { invitation, family };
  // Refuses an inviter who is no member any more.
  readInviter(invited);
  return invited;
};

/** The name of the inviting member; the office has one name, whoever invited. @throws ProblemError invitationInvalid */
const readInviter = ({
  invitation,
  family,
}: Invited): { readonly name: string; readonly member?: Member } => {
  if (invitation.holds) return { name: brand.name };
  const member = family.members.find(({ id }) => id === invitation.invited_by);
  if (!member) throw problem('invitationInvalid');
  return { name: member.full_name, member };
};

/** The calendar feed of the old family ends. @throws ProblemError hasFamily, adultExists, invitationInvalid, busy */
const acceptAs = async (invited: Invited, account: AccountWithFamily, deps: AccountDeps): Promise<void> => {
  const { table, clock } = deps;
  const now = clock();
  const { member } = readInviter(invited);
  const { id } = account.profile;
  const { outcome } = await joinFamily(table, account, invited, now, [
    auditEventPut(table, now, {
      actor_id: id,
      action: 'family.adult-joined',
      subject_id: invited.family.id,
    }),
    feedDelete(table, id),
    // For an invitation by the office, the family's page shows the new member.
    ...(member ? [mailRequestPut(table, { kind: 'adult-joined', email: member.email, now })] : []),
  ]);
  if (outcome === 'has-family') throw problem('hasFamily');
  if (outcome === 'adult-exists') throw problem('adultExists');
  if (outcome === 'no-invitation') throw problem('invitationInvalid');
  if (outcome === 'busy') throw busy();
  log.info('adult-invitation.accepted', { user: id });
};

/**
 * Whoever has the link reads the mailbox, and may see address, inviter and whether there is an account (ADT-01).
 * @throws ProblemError invitationInvalid
 */
export const getAdultInvitation: Operation<AdultRoutes['getAdultInvitation'], AccountDeps> = async (
  { body },
  deps,
) => {
  const invited = await readInvitation(body.token, deps);
  const { email, holds } = invited.invitation;
  const registration = await getRegistration(deps.table, email);
  return {
    email,
    invited_by: readInviter(invited).name,
    has_account: registration?.holder === 'account',
    asks: holds ? asksOf(invited.family) : null,
  };
};

/** Compares an answer with what the office knows of the family. */
const isRightAnswer = (
  { family, children }: FamilyWithChildren,
  proof: InvitationProof | undefined,
): boolean => {
  if (asksOf(family) === 'date-of-birth')
    return children.some(({ date_of_birth }) => date_of_birth === proof?.date_of_birth);
  const key = proof?.phone_number && phoneKey(proof.phone_number);
  return Boolean(key) && key === phoneKey(family.phone_number);
};

/**
 * The mailbox may be a stranger's (FID-09). Each wrong answer counts; the last one ends the link and tells the office.
 * @throws ProblemError invitationProofWrong, invitationInvalid
 */
const checkProof = async (
  { invitation, family }: Invited,
  proof: InvitationProof | undefined,
  { table, clock }: AccountDeps,
): Promise<FamilyWithChildren> => {
  const known = await getFamily(table, family.id);
  if (!known) throw problem('invitationInvalid');
  if (!invitation.holds) return known;
  const tries = await countAnswer(table, invitation);
  if (tries !== undefined && isRightAnswer(known, proof)) {
    await uncountAnswer(table, invitation);
    return known;
  }
  const left = tries === undefined ? 0 : limits.invitationTries - tries;
  if (left > 0) throw problem('invitationProofWrong', { tries: counted(left, 'more time', 'more times') });
  // Without a try left, an interrupted request has not ended the link.
  const isLast = tries !== undefined || (invitation.tries ?? 0) >= limits.invitationTries;
  if (!isLast) throw problem('invitationInvalid');
  const { outcome } = await endUnprovedInvitation(table, invitation, family, clock());
  if (outcome === 'busy') throw busy();
  log.warn('adult-invitation.ended-unproved', { family: family.id });
  throw problem('invitationInvalid');
};

/** For the reader to confirm (BHF-02, FID-09). @throws ProblemError invitationProofWrong, invitationInvalid, busy */
export const proveAdultInvitation: Operation<AdultRoutes['proveAdultInvitation'], AccountDeps> = async (
  { body: { token, ...proof } },
  deps,
) => {
  const invited = await readInvitation(token, deps);
  if (!invited.invitation.holds) throw problem('invitationInvalid');
  const { family, children } = await checkProof(invited, proof, deps);
  return {
    full_name: family.full_name,
    phone_number: family.phone_number,
    // Shows only what the reader knows or was invited to confirm: no answers that only the family can give.
    children: children.map(({ name, date_of_birth }) => ({ name, date_of_birth })),
  };
};

export const acceptAdultInvitation: Operation<AdultRoutes['acceptAdultInvitation'], AccountDeps> = async (
  { body: { token, proof, ...person }, source },
  deps,
) => {
  const invited = await readInvitation(token, deps);
  await checkProof(invited, proof, deps);
  const id = await openInvitedAccount({ ...person, email: invited.invitation.email }, source, deps);
  const account = await getAccountWithFamily(deps.table, id);
  if (!account) throw busy();
  await acceptAs(invited, account, deps);
  return { success: true };
};

/**
 * Accepts with the account of the invited address, which has no child, booking or money (ADT-02).
 * @throws ProblemError invitationInvalid, invitationForOther, adultExists, hasFamily, profileNotFound, busy
 */
export const acceptMyAdultInvitation: Operation<AdultRoutes['acceptMyAdultInvitation'], AccountDeps> = async (
  { caller: { userId }, body },
  deps,
) => {
  const account = await getAccountWithFamily(deps.table, userId);
  if (!account || account.profile.deleting) throw problem('profileNotFound');
  const invited = await readInvitation(body.token, deps);
  if (account.profile.email !== invited.invitation.email) throw problem('invitationForOther');
  await checkProof(invited, body.proof, deps);
  await acceptAs(invited, account, deps);
};
