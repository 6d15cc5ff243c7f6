import type { FamilyId, UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { Activity } from '#shared/school/activity';
import { clearAccount, closeAccount, deleteAccountItem } from '../across/delete-account.ts';
import { endLinks } from '../across/end-links.ts';
import { erasedFamilyPut, readFamilyExport } from '../across/family-export.ts';
import { changeHolder, leaveFamily, memberRemoval } from '../families/adults.ts';
import { familyTaskPut } from '../families/tasks.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { endSessions } from '../lib/identity/users.ts';
import { log } from '../lib/log.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import { auditEventPut } from '../school/activity.ts';
import {
  type AccountWithFamily,
  getAccount,
  getActiveAccount,
  getActiveProfile,
  type StoredProfile,
} from './accounts.ts';
import type { RoleDeps } from './steps.ts';
import {
  getStoredFamily,
  holderOf,
  type Member,
  memberOf,
  type StoredFamily,
  secondAdultOf,
} from './stored-families.ts';

interface OfFamily {
  readonly familyId: FamilyId;
  /** Who asks for it: a member or an administrator. */
  readonly actorId: UserId;
}

export interface AdultDeps extends RoleDeps {
  readonly timeZone: string;
}

/** What ends a membership: a decision of an adult or the office, the erasure of the family, or that of the adult's account. */
export type EndsWith = 'access' | 'family' | 'account';

const readFamily = async ({ familyId }: OfFamily, { table }: RoleDeps): Promise<StoredFamily> => {
  const family = await getStoredFamily(table, familyId);
  if (!family) throw problem('profileNotFound');
  return family;
};

/** The same for a family that is not being deleted. @throws ProblemError profileNotFound */
const readActiveFamily = async (request: OfFamily, deps: RoleDeps): Promise<StoredFamily> => {
  const family = await readFamily(request, deps);
  if (family.deleting) throw problem('profileNotFound');
  return family;
};

/** The log entry of an act on a family. One of the office names the family, so that the actor is never taken for an adult (FID-06). */
const actOn = (
  family: StoredFamily,
  { actorId, action }: { readonly actorId: UserId; readonly action: Activity['action'] },
  now: Date,
  { table }: RoleDeps,
): ExtraWrites[number] =>
  auditEventPut(table, now, {
    actor_id: actorId,
    action,
    subject_id: family.id,
    ...(!memberOf(family, actorId) && { family_id: family.id }),
  });

/**
 * What tells of the end of a membership: the adult whose it was, unless the own account is erased, and the one who stays (FID-07).
 * Of a family that is erased the adult can download for some days what it could read (ADT-02).
 */
const partingWrites = async (
  family: StoredFamily,
  account: StoredProfile,
  endsWith: EndsWith,
  { table, clock, timeZone }: AdultDeps,
): Promise<ExtraWrites> => {
  const now = clock();
  const [other] = family.members.filter(({ id }) => id !== account.id);
  const toOther =
    other && endsWith !== 'family'
      ? [
          mailRequestPut(table, {
            kind: 'adult-gone',
            email: other.email,
            person: account.full_name,
            now,
          }),
        ]
      : [];
  if (endsWith === 'account') return toOther;
  const kind = endsWith === 'family' ? 'family-erased' : 'adult-left';
  const toAdult = mailRequestPut(table, { kind, email: account.email, now });
  if (endsWith === 'access') return [toAdult, ...toOther];
  const data = await readFamilyExport(table, { userId: account.id, familyId: family.id }, { now, timeZone });
  return data ? [toAdult, erasedFamilyPut(table, account.id, data, now)] : [toAdult];
};

interface EndOfMembership {
  readonly account: StoredProfile;
  readonly actorId: UserId;
  readonly endsWith: EndsWith;
  readonly action: 'family.adult-removed' | 'family.login-removed';
}

/**
 * Ends the membership of an account, with its links, feed and sessions: its next request does not act for the family.
 * What belongs to the other adult stays. A family that nobody has a login for any more is a task of the office (FID-07).
 * @throws ProblemError profileNotFound, busy
 */
const endMembership = async (
  family: StoredFamily,
  { account, actorId, endsWith, action }: EndOfMembership,
  deps: AdultDeps,
): Promise<void> => {
  const { table, userPool, clock } = deps;
  const now = clock();
  // First, so that a repetition ends what an interrupted request has not. None that is made meanwhile works for a former member.
  await endLinks(table, { ...account, family_id: family.id }, { occasion: 'left', now });
  await endSessions(userPool, account.id);
  const nobodyLeft = family.members.length === 1 && endsWith === 'access';
  const { outcome } = await leaveFamily(
    table,
    { family, account, now, isNoted: action === 'family.login-removed' },
    [
      actOn(family, { actorId, action }, now, deps),
      ...(nobodyLeft
        ? [familyTaskPut(table, { kind: 'no-login', family_id: family.id, at: instantOf(now) })]
        : []),
      ...(await partingWrites(family, account, endsWith, deps)),
    ],
  );
  if (outcome === 'busy') throw busy();
  const isMember =
    outcome === 'refused' && memberOf(await readFamily({ familyId: family.id, actorId }, deps), account.id);
  if (isMember) throw busy();
  log.info(action, { user: account.id });
};

/**
 * Ends the access of the adult who is not the holder (ADT-02).
 * @throws ProblemError profileNotFound, adultNotFound, busy
 */
export const endAdult = async (
  request: OfFamily & { readonly endsWith: EndsWith },
  deps: AdultDeps,
): Promise<void> => {
  const family = await readFamily(request, deps);
  const adult = secondAdultOf(family);
  const account = adult && (await getActiveProfile(deps.table, adult.id));
  if (account?.family_id !== family.id) throw problem('adultNotFound');
  const { actorId, endsWith } = request;
  await endMembership(family, { account, actorId, endsWith, action: 'family.adult-removed' }, deps);
};

/**
 * The same where there is a second adult, before a family is erased: that one keeps a login, and is told.
 * @returns the family afterwards
 */
export const endAdultOfErased = async (
  request: OfFamily,
  deps: AdultDeps,
): Promise<StoredFamily | undefined> => {
  const family = await getStoredFamily(deps.table, request.familyId);
  if (!family || !secondAdultOf(family)) return family;
  await endAdult({ ...request, endsWith: 'family' }, deps);
  return getStoredFamily(deps.table, request.familyId);
};

/** How often the last step is taken while the family changes. */
const mostTries = 5;

/**
 * Erases the account of a second adult, who leaves the family, which stays (FID-07). What was interrupted is completed by the same
 * call; the user of the pool is deleted after it.
 * @throws ProblemError adminAccount, busy
 */
export const eraseAdult = async ({ profile, family }: AccountWithFamily, deps: AdultDeps): Promise<void> => {
  const { table, clock } = deps;
  if (!(await closeAccount(table, profile)) && (await getAccount(table, profile.id)))
    throw problem('adminAccount');
  await clearAccount(table, profile, clock());
  const event = { actor_id: profile.id, action: 'family.adult-removed', subject_id: family.id } as const;
  let present: StoredFamily | undefined = family;
  for (let tries = 0; present && memberOf(present, profile.id); tries += 1) {
    if (tries === mostTries) throw busy();
    const isDone = await deleteAccountItem(table, profile, clock(), [
      ...memberRemoval(table, present, profile.id),
      auditEventPut(table, clock(), event),
      ...(present.members.length === 1
        ? [familyTaskPut(table, { kind: 'no-login', family_id: family.id, at: instantOf(clock()) })]
        : []),
      ...(await partingWrites(present, profile, 'account', deps)),
    ]);
    if (isDone) return;
    present = await getStoredFamily(table, family.id);
  }
};

/**
 * Takes a login off a family, that of the holder included: not this person (FID-10). The account keeps its login and its roles. The
 * family keeps everything; its other adult, if there is one, is the holder.
 * @throws ProblemError profileNotFound, memberNotFound, busy
 */
export const removeMember = async (
  request: OfFamily & { readonly account: UserId },
  deps: AdultDeps,
): Promise<void> => {
  const family = await readActiveFamily(request, deps);
  const account = await getActiveProfile(deps.table, request.account);
  if (!memberOf(family, request.account) || account?.family_id !== family.id) throw problem('memberNotFound');
  const { actorId } = request;
  await endMembership(family, { account, actorId, endsWith: 'access', action: 'family.login-removed' }, deps);
};

/** Tells both adults who holds the family from now on (FID-04). */
const holderMails = (
  { adult, holder }: { readonly adult: Member; readonly holder: Member },
  { table, clock }: RoleDeps,
): ExtraWrites => [
  mailRequestPut(table, { kind: 'made-holder', email: adult.email, person: holder.full_name, now: clock() }),
  mailRequestPut(table, {
    kind: 'no-longer-holder',
    email: holder.email,
    person: adult.full_name,
    now: clock(),
  }),
];

/**
 * Makes the second adult of a family its holder, and the holder the second adult (ADT-02). It counts with the next request of
 * either, since a family's item says who holds it (FID-04).
 * @throws ProblemError profileNotFound, adultNotFound, busy
 */
export const makeHolder = async (request: OfFamily, deps: RoleDeps): Promise<void> => {
  const { table, clock } = deps;
  const family = await readActiveFamily(request, deps);
  const [holder, adult] = [holderOf(family), secondAdultOf(family)];
  if (!holder || !adult || !(await getActiveAccount(table, adult.id))) throw problem('adultNotFound');
  const { outcome } = await changeHolder(table, family, { adult, holder }, [
    actOn(family, { actorId: request.actorId, action: 'family.holder-changed' }, clock(), deps),
    ...holderMails({ adult, holder }, deps),
  ]);
  if (outcome !== 'done') throw busy();
};
