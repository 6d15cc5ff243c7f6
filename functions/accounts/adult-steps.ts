import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { memberGroup } from '#shared/roles';
import {
  detachLogin,
  isJustHandedOver,
  leaveFamily,
  type Member,
  readMembers,
  swapRoles,
} from '../families/adults.ts';
import { formerFamilyPut, readFamilyExport } from '../families/data-export.ts';
import { endLinks } from '../families/delete-family.ts';
import { familyPuts } from '../families/families.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { addToGroup, deleteUser, endSessions, replaceUser } from '../lib/identity/users.ts';
import { log } from '../lib/log.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import { auditEventPut } from '../school/activity.ts';
import { deleteCoach } from './coaches.ts';
import { familyRoleOf, getActiveProfile, type StoredProfile } from './profiles.ts';
import { getRegistration, registrationDelete, registrationMove } from './registrations.ts';
import { deleteSecondFactor } from './second-factor.ts';
import type { RoleDeps } from './steps.ts';

interface OfFamily {
  readonly familyId: UserId;
  /** Who asks for it: a member or an administrator. */
  readonly actorId: UserId;
}

interface AdultDeps extends RoleDeps {
  readonly timeZone: string;
}

/** What ends with the access of an adult: nothing else, the family, which is erased, or the account of the adult. */
export type EndsWith = 'nothing' | 'family' | 'account';

/** What tells an adult that the access ended; of a family that is erased with what it can download for some days. */
const partingWrites = async (
  { familyId }: OfFamily,
  { profile }: Member,
  endsWith: EndsWith,
  { table, clock, timeZone }: AdultDeps,
): Promise<ExtraWrites> => {
  if (endsWith === 'account') return [];
  const now = clock();
  const { email } = profile;
  const kind = endsWith === 'family' ? 'family-erased' : 'adult-left';
  const isNew = profile.id === familyId && { new_login: true as const };
  const mail = [mailRequestPut(table, { kind, email, now, ...isNew })];
  if (endsWith === 'nothing') return mail;
  const data = await readFamilyExport(table, { userId: profile.id, familyId }, { now, timeZone });
  return data ? [...mail, formerFamilyPut(table, email, data, now)] : mail;
};

const readFamily = async ({ familyId }: OfFamily, { table }: RoleDeps) => {
  const family = await getActiveProfile(table, familyId);
  if (!family || family.member_of) throw problem('profileNotFound');
  const [holder, adult] = await readMembers(table, family);
  if (!holder || !adult) throw problem('adultNotFound');
  return { family, holder, adult };
};

/**
 * The writes of an account of its own for the adult whose login was that of the family's id, which ended: a new id, and a
 * password that the owner chooses by a link. The address may be another account's by now, since its user was deleted: then
 * only that.
 */
const newAccountWrites = async (
  { id, email, full_name, phone_number }: StoredProfile,
  { table, userPool, clock }: RoleDeps,
): Promise<ExtraWrites> => {
  const registration = await getRegistration(table, email);
  if (registration?.holder !== 'account' || registration.userId !== id) return [];
  const own = await replaceUser(userPool, email);
  if (!own) throw busy();
  const contact = { email, full_name, phone_number };
  const profile = { ...contact, id: own, created_at: instantOf(clock()), email_verified: true };
  return [
    registrationMove(table, { email, from: id, to: own }),
    ...familyPuts(table, { profile, children: [] }),
  ];
};

/**
 * Deletes the login of the family's own id, whose holder is another account by now, and gives its owner another one. The
 * last step is the transaction: until then the same call completes what was interrupted.
 */
const endOwnLogin = async (
  {
    family,
    holder,
    endsWith,
  }: { readonly family: StoredProfile; readonly holder: Member; readonly endsWith: EndsWith },
  { actorId, parting }: OfFamily & { readonly parting: ExtraWrites },
  deps: RoleDeps,
): Promise<void> => {
  const { table, userPool, clock } = deps;
  const now = clock();
  if (family.role === 'admin') throw problem('adminAccount');
  if (isJustHandedOver(family, now)) throw problem('roleChanging');
  await deleteUser(userPool, family.id);
  await Promise.all([
    endLinks(table, family, { occasion: 'erasure', now }),
    deleteCoach(table, family.id),
    deleteSecondFactor(table, family.id),
  ]);
  const event = { actor_id: actorId, action: 'family.adult-removed', subject_id: family.id } as const;
  const { outcome } = await detachLogin(table, family, holder, [
    ...(endsWith === 'account'
      ? [registrationDelete(table, { email: family.email, userId: family.id })]
      : await newAccountWrites(family, deps)),
    auditEventPut(table, now, event),
    ...parting,
  ]);
  if (outcome !== 'done') throw busy();
};

/** Ends the membership of an account of another id: its sessions, its feed, and the links that were mailed to the family. */
const endMembership = async (
  { family, profile }: { readonly family: StoredProfile; readonly profile: StoredProfile },
  extraWrites: ExtraWrites,
  { table, userPool, clock }: AdultDeps,
): Promise<void> => {
  const { outcome } = await leaveFamily(table, profile, family.id, extraWrites);
  if (outcome === 'busy') throw busy();
  await endLinks(table, { ...family, member: profile.id }, { occasion: 'member', now: clock() });
  await endSessions(userPool, profile.id);
};

/**
 * Ends the memberships of a family that the office erases. The second adult keeps a login of its own, and is told.
 * @returns the holder, where it is an account of another id, which is erased with the family
 */
export const endMembersOf = async (
  family: StoredProfile,
  actorId: UserId,
  deps: AdultDeps,
): Promise<UserId | undefined> => {
  const others = (await readMembers(deps.table, family)).filter(({ profile }) => profile.id !== family.id);
  for (const member of others) {
    const endsWith = member.family_role === 'adult' ? 'family' : 'account';
    const parting = await partingWrites({ familyId: family.id, actorId }, member, endsWith, deps);
    await endMembership({ family, profile: member.profile }, parting, deps);
  }
  return others.find(({ family_role }) => family_role === 'holder')?.profile.id;
};

/**
 * Ends the access of the adult who is not the holder (ADT-02). Its next request does not act for the family, its sessions
 * and feed end, and so do the links that were mailed to the family.
 * @throws ProblemError profileNotFound, adultNotFound, adminAccount, roleChanging, busy
 */
export const endAdult = async (
  request: OfFamily & { readonly endsWith: EndsWith },
  deps: AdultDeps,
): Promise<void> => {
  const { table, clock } = deps;
  const { family, holder, adult } = await readFamily(request, deps);
  const { profile } = adult;
  const { endsWith } = request;
  const parting = await partingWrites(request, adult, endsWith, deps);
  if (profile.id === family.id)
    await endOwnLogin({ family, holder, endsWith }, { ...request, parting }, deps);
  else {
    const now = clock();
    const { actorId } = request;
    const event = { actor_id: actorId, action: 'family.adult-removed', subject_id: family.id } as const;
    await endMembership({ family, profile }, [auditEventPut(table, now, event), ...parting], deps);
  }
  log.info('family.adult-removed', { user: profile.id });
};

/**
 * Before the office erases a family whose second adult has the login of its id, gives that adult a login of its own: the
 * family's id goes with the family. Nothing for every other family.
 * @throws ProblemError adminAccount, roleChanging, busy
 */
export const endFormerHolder = async (request: OfFamily, deps: AdultDeps): Promise<void> => {
  const family = await getActiveProfile(deps.table, request.familyId);
  if (family?.second_adult && familyRoleOf(family) === 'adult')
    await endAdult({ ...request, endsWith: 'family' }, deps);
};

/**
 * Makes the second adult of a family its holder, and the holder the second adult (ADT-02). Where the holder was the account
 * of the family's own id, its sessions end: those that begin from now on say that the table is to be asked.
 * @throws ProblemError profileNotFound, adultNotFound, busy
 */
export const makeHolder = async (request: OfFamily, deps: RoleDeps): Promise<void> => {
  const { table, userPool, clock } = deps;
  const { family, holder, adult } = await readFamily(request, deps);
  const ownsId = holder.profile.id === family.id;
  if (ownsId && !(await addToGroup(userPool, family.id, memberGroup))) throw problem('adultNotFound');
  const now = clock();
  const { outcome } = await swapRoles(table, family, { adult, holder }, instantOf(now), [
    auditEventPut(table, now, {
      actor_id: request.actorId,
      action: 'family.holder-changed',
      subject_id: family.id,
    }),
  ]);
  if (outcome !== 'done') throw busy();
  if (ownsId) await endSessions(userPool, family.id);
};
