import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { findGrantable, type RoleDeps } from '#functions/admin/administrators/administrators';
import { resetFactorOf } from '#functions/admin/administrators/reset-second-factor';
import { listCoaches } from '#functions/data/coaches/coaches';
import { listAllProfiles } from '#functions/data/families/list-profiles';
import { getActiveProfile, getProfile } from '#functions/data/families/profiles';
import { listWithSecondFactor } from '#functions/data/families/second-factor';
import { getRegistration } from '#functions/data/registrations/registrations';
import { ProblemError } from '#functions/lib/http/problem-error';
import { keptRecordDays } from '#functions/limits';
import { nextRetention, planRetention } from '#functions/timer/daily/retention';
import { addDays } from '#shared/domain/time/calendar';
import type { Child } from '#shared/schemas/child';
import { emailSchema } from '#shared/schemas/email';
import { CommandError } from '../../command.ts';
import { grantOnBothSides, listGroupOnly, membersOf, revokeOnBothSides } from './role-drift.ts';

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

/** Finds an administrator in the list, so that one with a partly deleted account can be revoked too. */
const revoke = async (email: string, deps: RoleDeps): Promise<string> => {
  const admins = await listAllProfiles(deps.table, 'admins');
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

/** The administrators of the table, and each difference between the table and the groups of the user pool. */
const list = async (deps: RoleDeps): Promise<string> => {
  const { table } = deps;
  const [admins, coaches, inAdmins, inCoaches] = await Promise.all([
    listAllProfiles(table, 'admins'),
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
  if (admins.length === 0) return ['There is no administrator yet.', ...drift].join('\n');
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
  return [...listed, ...drift].join('\n');
};

interface CommandDeps extends RoleDeps {
  /** IANA zone of the business. */
  readonly timeZone: string;
}

/** What the next run of the retention would do (SEE-03). It changes nothing. */
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
    `Registers and views of before ${addDays(day, -keptRecordDays)} go by their lifetime.`,
  ].join('\n');
};

/**
 * The families and administrators of the table that have no user in the pool: nobody can log in to them, and their data stays.
 * Whoever knows the password of an account can delete its user alone, by a token of the pool's own operations (decision 38).
 */
const listWithoutLogin = async ({ table, userPool }: RoleDeps): Promise<string> => {
  // Before the users: a sign-up makes the user first.
  const profiles = await listAllProfiles(table);
  const users = new Set<string | undefined>();
  const pages = paginateListUsers(
    { client: userPool.client },
    { UserPoolId: userPool.id, AttributesToGet: [] },
  );
  for await (const { Users = [] } of pages) for (const { Username } of Users) users.add(Username);
  const without = profiles.filter(({ id }) => !users.has(id));
  if (without.length === 0) return 'Every account of the table has a login.';
  return without
    .map(({ email, id, deleting }) => `${email} ${id}${deleting ? ' (its deletion is not complete)' : ''}`)
    .join('\n');
};

/**
 * Executes `grant <email>`, `revoke <email>`, `reset-factor <email>`, `list`, `without-login` or `retention --dry-run`, and
 * resolves to the output.
 * @throws CommandError with the reason of a refusal
 */
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
      case 'grant':
        return await grant(readEmail(email), deps);
      case 'revoke':
        return await revoke(readEmail(email), deps);
      case 'reset-factor':
        return await resetFactor(readEmail(email), deps);
      case 'list':
        return await list(deps);
      case 'without-login':
        return await listWithoutLogin(deps);
      default:
        throw new CommandError(
          command ? `There is no command ${command}.` : 'No command is named.',
          'Known commands: grant <email>, revoke <email>, reset-factor <email>, list, without-login, retention --dry-run, queue <name>.',
        );
    }
  } catch (error) {
    throw error instanceof ProblemError
      ? new CommandError(error.detail, 'Mend that, then run the command again.')
      : error;
  }
};
