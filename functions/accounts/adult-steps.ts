import type { FamilyId, UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { Activity } from '#shared/school/activity';
import { clearAccount, closeAccount, deleteAccountItem } from '../across/delete-account.ts';
import { endLinks } from '../across/end-links.ts';
import { erasedFamilyPut, readFamilyExport } from '../across/family-export.ts';
import { changeHolder, leaveFamily, writesOfRemoval } from '../families/adults.ts';
import { familyTaskPut } from '../families/tasks.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { deleteUser, endSessions } from '../lib/identity/users.ts';
import { log } from '../lib/log.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import { auditEventPut } from '../school/activity.ts';
import {
  type AccountWithFamily,
  getAccount,
  getActiveAccount,
  getActiveProfile,
  getProfile,
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
  readonly actorId: UserId;
}

export interface AdultDeps extends RoleDeps {
  readonly timeZone: string;
}

/** A membership ends by a decision of an adult or the office, or by the erasure of the family or of the account. */
export type EndsWith = 'access' | 'family' | 'account';

const readFamily = async ({ familyId }: OfFamily, { table }: RoleDeps): Promise<StoredFamily> => {
  const family = await getStoredFamily(table, familyId);
  if (!family) throw problem('profileNotFound');
  return family;
};

/** @throws ProblemError profileNotFound */
const readActiveFamily = async (request: OfFamily, deps: RoleDeps): Promise<StoredFamily> => {
  const family = await readFamily(request, deps);
  if (family.deleting) throw problem('profileNotFound');
  return family;
};

/** An administrator's entry names the family, so that nobody takes the actor for an adult (FID-06). */
const logActOn = (
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
 * To the adult who leaves, unless the account is erased, and to the one who stays (FID-07). After the family's erasure the
 * adult can download its data for some days (ADT-02).
 */
const mailsAboutEnd = async (
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
 * Ends links, feed and sessions too; the next request does not act for the family. Without a login the family is a task of the
 * office (FID-07).
 * @throws ProblemError profileNotFound, busy
 */
const endMembership = async (
  family: StoredFamily,
  { account, actorId, endsWith, action }: EndOfMembership,
  deps: AdultDeps,
): Promise<void> => {
  const { table, userPool, clock } = deps;
  const now = clock();
  // Links end first, so that a repetition completes the request. A later link does not work for a former member.
  await endLinks(table, { ...account, family_id: family.id }, { occasion: 'left', now });
  await endSessions(userPool, account.id);
  const nobodyLeft = family.members.length === 1 && endsWith === 'access';
  const { outcome } = await leaveFamily(
    table,
    { family, account, now, isNoted: action === 'family.login-removed' },
    [
      logActOn(family, { actorId, action }, now, deps),
      ...(nobodyLeft
        ? [familyTaskPut(table, { kind: 'no-login', family_id: family.id, at: instantOf(now) })]
        : []),
      ...(await mailsAboutEnd(family, account, endsWith, deps)),
    ],
  );
  if (outcome === 'busy') throw busy();
  const isMember =
    outcome === 'refused' && memberOf(await readFamily({ familyId: family.id, actorId }, deps), account.id);
  if (isMember) throw busy();
  log.info(action, { user: account.id });
};

export const endAdult = async (
  request: OfFamily & { readonly endsWith: EndsWith },
  deps: AdultDeps,
): Promise<void> => {
  const family = await readFamily(request, deps);
  const adult = secondAdultOf(family);
  const account = adult && (await getProfile(deps.table, adult.id));
  if (account?.family_id !== family.id) throw problem('adultNotFound');
  if (account.deleting) {
    // Otherwise an interrupted erasure that its owner does not repeat would hold up the other adult and the office.
    await eraseAdult({ profile: account, family }, deps);
    await deleteUser(deps.userPool, account.id);
    return;
  }
  const { actorId, endsWith } = request;
  await endMembership(family, { account, actorId, endsWith, action: 'family.adult-removed' }, deps);
};

export const endAdultOfErased = async (
  request: OfFamily,
  deps: AdultDeps,
): Promise<StoredFamily | undefined> => {
  const family = await getStoredFamily(deps.table, request.familyId);
  if (!family || !secondAdultOf(family)) return family;
  await endAdult({ ...request, endsWith: 'family' }, deps);
  return getStoredFamily(deps.table, request.familyId);
};

/** The family may change between read and write. */
const maxTries = 5;

/** The family stays (FID-07). A repetition completes it; the caller then deletes the pool's user. @throws adminAccount, busy */
export const eraseAdult = async ({ profile, family }: AccountWithFamily, deps: AdultDeps): Promise<void> => {
  const { table, clock } = deps;
  if (!(await closeAccount(table, profile)) && (await getAccount(table, profile.id)))
    throw problem('adminAccount');
  await clearAccount(table, profile, clock());
  const event = { actor_id: profile.id, action: 'family.adult-removed', subject_id: family.id } as const;
  let present: StoredFamily | undefined = family;
  for (let tries = 0; present && memberOf(present, profile.id); tries += 1) {
    if (tries === maxTries) throw busy();
    const isDone = await deleteAccountItem(table, profile, clock(), [
      ...writesOfRemoval(table, present, profile.id),
      auditEventPut(table, clock(), event),
      ...(present.members.length === 1
        ? [familyTaskPut(table, { kind: 'no-login', family_id: family.id, at: instantOf(clock()) })]
        : []),
      ...(await mailsAboutEnd(present, profile, 'account', deps)),
    ]);
    if (isDone) return;
    present = await getStoredFamily(table, family.id);
  }
};

/**
 * For a person who does not belong to the family, also its holder (FID-10). Account and family keep everything else; the other
 * adult becomes the holder.
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

const mailsAboutHolder = (
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

/** Applies to the next request (ADT-02, FID-04). @throws ProblemError profileNotFound, adultNotFound, busy */
export const makeHolder = async (request: OfFamily, deps: RoleDeps): Promise<void> => {
  const { table, clock } = deps;
  const family = await readActiveFamily(request, deps);
  const [holder, adult] = [holderOf(family), secondAdultOf(family)];
  if (!holder || !adult || !(await getActiveAccount(table, adult.id))) throw problem('adultNotFound');
  const { outcome } = await changeHolder(table, family, { adult, holder }, [
    logActOn(family, { actorId: request.actorId, action: 'family.holder-changed' }, clock(), deps),
    ...mailsAboutHolder({ adult, holder }, deps),
  ]);
  if (outcome !== 'done') throw busy();
};
