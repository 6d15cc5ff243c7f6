import { paginateListUsers, paginateListUsersInGroup } from '@aws-sdk/client-cognito-identity-provider';
import {
  getActiveProfile,
  getProfile,
  listAdminAccounts,
  listAdmins,
  type StoredProfile,
} from '#functions/accounts/accounts';
import { changeRole, findGrantable, resetFactorOf } from '#functions/accounts/admin';
import {
  invitationsOf,
  listCoaches,
  listInvitations,
  type StoredInvitation,
} from '#functions/accounts/coaches';
import { createAdminLink, findOpening } from '#functions/accounts/openings';
import { getRegistration } from '#functions/accounts/registrations';
import { listWithSecondFactor } from '#functions/accounts/second-factor';
import type { RoleDeps } from '#functions/accounts/steps';
import { listAllFamilies } from '#functions/accounts/stored-families';
import { nextRetention, planRetention } from '#functions/families/timer';
import { sendTransaction } from '#functions/lib/dynamo/writes';
import { busy, ProblemError } from '#functions/lib/http/problem-error';
import { addToGroup, endSessions, removeFromGroup } from '#functions/lib/identity/users';
import { auditEventPut } from '#functions/school/activity';
import type { Child } from '#shared/families/family';
import { addDays } from '#shared/lib/calendar';
import { emailSchema } from '#shared/lib/email';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { retainedRecordDays } from '#shared/policies';
import { adminGroup, type GrantedRole } from '#shared/roles';
import { operatorId } from '#shared/school/activity';
import { CommandError } from '../../command.ts';

/** The members of a role's group in the user pool: who has the role in tokens, whatever the table says. */
const membersOf = async (
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

/** A pool whose groups were made anew has no members, while the table has the role. @returns whether that was so */
const grantOnBothSides = async (profile: StoredProfile, deps: RoleDeps): Promise<boolean> => {
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

/** Takes the role of an account on both sides. @returns what had the role; undefined where neither had it */
const revokeOnBothSides = async (
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
const listGroupOnly = async (members: ReadonlySet<UserId>, deps: RoleDeps): Promise<readonly string[]> => {
  const listed = new Set((await listAdminAccounts(deps.table)).map(({ id }) => id));
  const others = [...members].filter((id) => !listed.has(id));
  return Promise.all(others.map(async (id) => (await getProfile(deps.table, id))?.email ?? id));
};

const readEmail = (text: string | undefined): string => {
  const email = emailSchema.safeParse(text);
  if (!email.success)
    throw new CommandError(email.error.issues[0]?.message ?? 'No email address.', 'Name one: grant <email>.');
  return email.data;
};

const grant = async (email: string, deps: RoleDeps): Promise<string> => {
  const repaired = await grantOnBothSides(await findGrantable(email, deps), deps);
  const found = repaired ? ' The table had the role, and the user pool did not: repaired.' : '';
  return `${email} is an administrator, from the next login on.${found}`;
};

const revoke = async (email: string, deps: RoleDeps): Promise<string> => {
  const admins = await listAdmins(deps.table);
  const registration = await getRegistration(deps.table, email);
  const id =
    admins.find((profile) => profile.email === email)?.id ??
    (registration?.holder === 'account' ? registration.userId : undefined);
  const active = id && (await getActiveProfile(deps.table, id));
  const had = active && (await revokeOnBothSides(active, deps));
  if (!had) throw new CommandError(`${email} is no administrator.`, 'Use `list` to see who is.');
  const found = had === 'group' ? ' The user pool had the role, and the table did not: repaired.' : '';
  return `${email} is no longer an administrator; a login under way keeps the role for 15 minutes at most.${found}`;
};

/** The link of a new administrator (SCH-01) is printed, since the mail of a new deployment may not work yet. */
const invite = async (email: string, { table, clock, siteUrl }: CommandDeps): Promise<string> => {
  const now = clock();
  const event = { actor_id: operatorId, action: 'admin.invited', subject_id: 'admin-invitation' } as const;
  const link = await createAdminLink(table, { email, now }, [auditEventPut(table, now, event)]);
  if (!link) throw busy();
  return [
    `Open your school, as ${email}, once and within ${limits.adminInvitationHours} hours:`,
    new URL(paths.openSchoolLink(link), siteUrl).href,
  ].join('\n');
};

/** What is pending, without the secret of its link, which nobody has but who got it. */
const pendingText = ({ email, valid_until }: Pick<StoredInvitation, 'email' | 'valid_until'>): string =>
  `A link "Open your school"${email && ` for ${email}`} is valid until ${valid_until.slice(0, 16).replace('T', ' ')} UTC.`;

/** For the last administrator, whom no other one can help (MFA-05). */
const resetFactor = async (email: string, deps: RoleDeps): Promise<string> => {
  const registration = await getRegistration(deps.table, email);
  const account =
    registration?.holder === 'account' && (await getActiveProfile(deps.table, registration.userId));
  if (!account)
    throw new CommandError(
      `There is no account with the email ${email}.`,
      'Name the email with which it logs in.',
    );
  await resetFactorOf(account, undefined, deps);
  return `${email} needs the password alone at the next login, and was logged out everywhere.`;
};

const list = async (deps: RoleDeps): Promise<string> => {
  const { table, clock } = deps;
  const [admins, coaches, inAdmins, inCoaches] = await Promise.all([
    listAdmins(table),
    listCoaches(table),
    membersOf(deps, 'admin'),
    membersOf(deps, 'coach'),
  ]);
  const groupOnly = (await listGroupOnly(inAdmins, deps)).map(
    (email) => `${email} (in the user pool alone: run revoke, or grant)`,
  );
  const lost = coaches.filter(({ id, pending }) => !pending && !inCoaches.has(id));
  const coachesOnly = await Promise.all(
    lost.map(
      async ({ id }) =>
        `${(await getProfile(table, id))?.email ?? id} (coach in the table alone: end and give the role on the site)`,
    ),
  );
  const drift = [...groupOnly, ...coachesOnly];
  const now = clock();
  const opening = admins.length === 0 ? await findOpening(table, now) : undefined;
  const invited = invitationsOf(await listInvitations(table), 'admin').filter(
    ({ valid_until }) => valid_until > now.toISOString(),
  );
  const pending = [...(opening ? [opening] : []), ...invited].map(pendingText);
  if (admins.length === 0) return ['There is no administrator yet.', ...pending, ...drift].join('\n');
  const withFactor = await listWithSecondFactor(
    table,
    admins.map(({ id }) => id),
  );
  const listed = admins.map(({ id, email, role_pending }) => {
    const factor = withFactor.has(id) ? '' : ' (no two-step login)';
    const lacksGroup = !role_pending && !inAdmins.has(id);
    const group = lacksGroup ? ' (in the table alone, without the role at login: run grant)' : '';
    return `${email}${factor}${role_pending ? ' (not complete: run the command again)' : ''}${group}`;
  });
  return [...listed, ...pending, ...drift].join('\n');
};

interface CommandDeps extends RoleDeps {
  readonly timeZone: string;
  readonly siteUrl: string;
}

const describeRetention = async ({ table, clock, timeZone }: CommandDeps): Promise<string> => {
  const day = nextRetention(clock(), timeZone);
  const { ask, erase } = await planRetention(day, { table, timeZone });
  const idsOf = (children: readonly Child[]) => children.map(({ id }) => `  ${id}`);
  return [
    `The run of ${day}.`,
    `Notes and contacts that go: ${erase.length}`,
    ...idsOf(erase),
    `Families to be asked whether to keep theirs: ${new Set(ask.map(({ parent_id }) => parent_id)).size}`,
    ...idsOf(ask),
    `Registers and views of before ${addDays(day, -retainedRecordDays)} go by their lifetime.`,
  ].join('\n');
};

/**
 * Nobody can log in to these accounts. Who knows a password can delete its user alone, by a token of the pool (decision 38).
 */
const listWithoutLogin = async ({ table, userPool }: RoleDeps): Promise<string> => {
  // Before the users: a sign-up makes the user first.
  const families = await listAllFamilies(table);
  const members = families.flatMap(({ deleting, members }) =>
    members.map(({ id, email }) => ({ id, email, deleting })),
  );
  const accounts = new Map(
    [...(await listAdmins(table)), ...members].map((account) => [account.id, account]),
  );
  const users = new Set<string | undefined>();
  const pages = paginateListUsers(
    { client: userPool.client },
    { UserPoolId: userPool.id, AttributesToGet: [] },
  );
  for await (const { Users = [] } of pages) for (const { Username } of Users) users.add(Username);
  const without = [...accounts.values()].filter(({ id }) => !users.has(id));
  if (without.length === 0) return 'Every account of the table has a login.';
  return without
    .map(({ email, id, deleting }) => `${email} ${id}${deleting ? ' (its deletion is not complete)' : ''}`)
    .join('\n');
};

/** @returns what to print @throws CommandError with the reason of a refusal */
export const runCommand = async (words: readonly string[], deps: CommandDeps): Promise<string> => {
  const [command, email, ...rest] = words;
  if (rest.length > 0) throw new CommandError('There are too many words.', 'Name one email address.');
  try {
    switch (command) {
      case 'retention':
        if (email !== '--dry-run')
          throw new CommandError(
            'The timer does it, at night.',
            'To see what it will do, use retention --dry-run.',
          );
        return await describeRetention(deps);
      case 'invite':
      case 'grant':
      case 'revoke':
      case 'reset-factor':
        return await { invite, grant, revoke, 'reset-factor': resetFactor }[command](readEmail(email), deps);
      case 'list':
        return await list(deps);
      case 'without-login':
        return await listWithoutLogin(deps);
      default:
        throw new CommandError(
          command ? `There is no command ${command}.` : 'No command is named.',
          'Known commands: invite <email>, grant <email>, revoke <email>, reset-factor <email>, list, without-login, retention --dry-run, mail <address or booking>, status, queue <name>.',
        );
    }
  } catch (error) {
    throw error instanceof ProblemError
      ? new CommandError(error.detail, 'Mend that, then run the command again.')
      : error;
  }
};
