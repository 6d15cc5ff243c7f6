import { paginateListUsersInGroup } from '@aws-sdk/client-cognito-identity-provider';
import { changeRole, type RoleDeps } from '#functions/admin/administrators/administrators';
import { auditEventPut } from '#functions/data/audit/activity';
import { sendTransaction } from '#functions/data/dynamo/send-transaction';
import { listAllProfiles } from '#functions/data/families/list-profiles';
import { getProfile } from '#functions/data/families/profiles';
import type { StoredProfile } from '#functions/data/families/stored-profile';
import { busy } from '#functions/lib/http/problem-error';
import { addToGroup, removeFromGroup } from '#functions/lib/identity/role-group';
import { endSessions } from '#functions/lib/identity/users';
import { adminGroup, type GrantedRole } from '#shared/roles';
import { operatorId } from '#shared/schemas/activity';
import { type UserId, userIdSchema } from '#shared/schemas/ids';

/** The members of a role's group in the user pool: who has the role in tokens, whatever the table says. */
export const membersOf = async (
  { userPool }: Pick<RoleDeps, 'userPool'>,
  role: GrantedRole,
): Promise<ReadonlySet<UserId>> => {
  const members = new Set<UserId>();
  const pages = paginateListUsersInGroup(
    { client: userPool.client },
    { UserPoolId: userPool.id, GroupName: role },
  );
  for await (const { Users = [] } of pages)
    for (const { Username } of Users) members.add(userIdSchema.parse(Username));
  return members;
};

const noteRepair = async (
  { table, clock }: RoleDeps,
  subject_id: UserId,
  action: 'role.granted' | 'role.revoked',
): Promise<void> => {
  const event = auditEventPut(table, clock(), { actor_id: operatorId, action, subject_id });
  if ((await sendTransaction(table, [event])).outcome !== 'done') throw busy();
};

/**
 * Gives an account the role on both sides. A pool whose groups were made anew has no members, while the table has the role.
 * @returns whether the table had it, and the group did not
 */
export const grantOnBothSides = async (profile: StoredProfile, deps: RoleDeps): Promise<boolean> => {
  const isDrift =
    profile.role === 'admin' && !profile.role_pending && !(await membersOf(deps, adminGroup)).has(profile.id);
  if (!isDrift) {
    await changeRole(profile, 'admin', operatorId, deps);
    return false;
  }
  await addToGroup(deps.userPool, profile.id, adminGroup);
  await noteRepair(deps, profile.id, 'role.granted');
  return true;
};

/**
 * Takes the role of an account on both sides.
 * @returns what had the role; undefined where neither had it
 */
export const revokeOnBothSides = async (
  profile: StoredProfile,
  deps: RoleDeps,
): Promise<'table' | 'group' | undefined> => {
  if (profile.role === 'admin') {
    await changeRole(profile, 'parent', operatorId, deps);
    return 'table';
  }
  if (!(await membersOf(deps, adminGroup)).has(profile.id)) return undefined;
  await removeFromGroup(deps.userPool, profile.id, adminGroup);
  await endSessions(deps.userPool, profile.id);
  await noteRepair(deps, profile.id, 'role.revoked');
  return 'group';
};

/** Those who have the admin role in the group alone: they open every family's data, and no list of the site has them. */
export const listGroupOnly = async (
  members: ReadonlySet<UserId>,
  deps: RoleDeps,
): Promise<readonly string[]> => {
  const listed = new Set((await listAllProfiles(deps.table, 'admins')).map(({ id }) => id));
  const others = [...members].filter((id) => !listed.has(id));
  return Promise.all(others.map(async (id) => (await getProfile(deps.table, id))?.email ?? id));
};
