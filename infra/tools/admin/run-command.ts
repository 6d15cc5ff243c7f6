import { changeRole, grantByEmail, type RoleDeps } from '#functions/admin/administrators/administrators';
import { listAllProfiles } from '#functions/data/families/list-profiles';
import { getActiveProfile } from '#functions/data/families/profiles';
import { ProblemError } from '#functions/lib/http/problem-error';
import { operatorId } from '#shared/schemas/activity';
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
  const admins = await listAllProfiles(deps.table, ['admin']);
  const admin = admins.find((profile) => profile.email === email);
  const active = admin && (await getActiveProfile(deps.table, admin.id));
  if (!active) throw new CommandError(`${email} is no administrator.`);
  await changeRole(active, 'parent', operatorId, deps);
  return `${email} is no longer an administrator; a login under way keeps the role for 15 minutes at most.`;
};

const list = async ({ table }: RoleDeps): Promise<string> => {
  const admins = await listAllProfiles(table, ['admin']);
  if (admins.length === 0) return 'There is no administrator yet.';
  return admins
    .map((admin) => `${admin.email}${admin.role_pending ? ' (not complete: run the command again)' : ''}`)
    .join('\n');
};

/**
 * Executes `grant <email>`, `revoke <email>` or `list`, and resolves to the output.
 * @throws CommandError with the reason of a refusal
 */
export const runCommand = async (words: readonly string[], deps: RoleDeps): Promise<string> => {
  const [command, email, ...rest] = words;
  if (rest.length > 0) throw new CommandError('Name one email address.');
  try {
    switch (command) {
      case 'grant':
        return await grant(readEmail(email), deps);
      case 'revoke':
        return await revoke(readEmail(email), deps);
      case 'list':
        return await list(deps);
      default:
        throw new CommandError('Known commands: grant <email>, revoke <email>, list, queue <name>.');
    }
  } catch (error) {
    throw error instanceof ProblemError ? new CommandError(error.detail) : error;
  }
};
