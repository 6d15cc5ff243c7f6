import { changeRole, grantByEmail, type RoleDeps } from '#functions/admin/administrators/administrators';
import { resetFactorOf } from '#functions/admin/administrators/reset-second-factor';
import { listAllProfiles } from '#functions/data/families/list-profiles';
import { getActiveProfile } from '#functions/data/families/profiles';
import { listWithSecondFactor } from '#functions/data/families/second-factor';
import { getRegistration } from '#functions/data/registrations/registrations';
import { ProblemError } from '#functions/lib/http/problem-error';
import { keptRecordDays } from '#functions/limits';
import { nextRetention, planRetention } from '#functions/timer/daily/retention';
import { addDays } from '#shared/domain/time/calendar';
import { operatorId } from '#shared/schemas/activity';
import type { Child } from '#shared/schemas/child';
import { emailSchema } from '#shared/schemas/email';
import { CommandError } from './command-error.ts';

const readEmail = (text: string | undefined): string => {
  const email = emailSchema.safeParse(text);
  if (!email.success) throw new CommandError(email.error.issues[0]?.message ?? 'Name an email address.');
  return email.data;
};

const grant = async (email: string, deps: RoleDeps): Promise<string> => {
  await grantByEmail(email, operatorId, deps);
  return `${email} is an administrator, from the next login on.`;
};

/** Finds an administrator in the list, so that one with a partly deleted account can be revoked too. */
const revoke = async (email: string, deps: RoleDeps): Promise<string> => {
  const admins = await listAllProfiles(deps.table, 'admins');
  const admin = admins.find((profile) => profile.email === email);
  const active = admin && (await getActiveProfile(deps.table, admin.id));
  if (!active) throw new CommandError(`${email} is no administrator.`);
  await changeRole(active, 'parent', operatorId, deps);
  return `${email} is no longer an administrator; a login under way keeps the role for 15 minutes at most.`;
};

/** For the last administrator, whom no other one can help (MFA-05). */
const resetFactor = async (email: string, deps: RoleDeps): Promise<string> => {
  const registration = await getRegistration(deps.table, email);
  const account =
    registration?.holder === 'account' && (await getActiveProfile(deps.table, registration.userId));
  if (!account) throw new CommandError(`There is no account with the email ${email}.`);
  await resetFactorOf(account, undefined, deps);
  return `${email} needs the password alone at the next login, and was logged out everywhere.`;
};

const list = async ({ table }: RoleDeps): Promise<string> => {
  const admins = await listAllProfiles(table, 'admins');
  if (admins.length === 0) return 'There is no administrator yet.';
  const withFactor = await listWithSecondFactor(
    table,
    admins.map(({ id }) => id),
  );
  return admins
    .map(({ id, email, role_pending }) => {
      const factor = withFactor.has(id) ? '' : ' (no two-step login)';
      return `${email}${factor}${role_pending ? ' (not complete: run the command again)' : ''}`;
    })
    .join('\n');
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
 * Executes `grant <email>`, `revoke <email>`, `reset-factor <email>`, `list` or `retention --dry-run`, and resolves to
 * the output.
 * @throws CommandError with the reason of a refusal
 */
export const runCommand = async (words: readonly string[], deps: CommandDeps): Promise<string> => {
  const [command, email, ...rest] = words;
  if (rest.length > 0) throw new CommandError('Name one email address.');
  try {
    switch (command) {
      case 'retention':
        if (email !== '--dry-run') throw new CommandError('The timer does it: use retention --dry-run.');
        return await describeRetention(deps);
      case 'grant':
        return await grant(readEmail(email), deps);
      case 'revoke':
        return await revoke(readEmail(email), deps);
      case 'reset-factor':
        return await resetFactor(readEmail(email), deps);
      case 'list':
        return await list(deps);
      default:
        throw new CommandError(
          'Known commands: grant <email>, revoke <email>, reset-factor <email>, list, retention --dry-run, queue <name>.',
        );
    }
  } catch (error) {
    throw error instanceof ProblemError ? new CommandError(error.detail) : error;
  }
};
