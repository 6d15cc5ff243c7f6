import { isUnavailable } from '#functions/lib/aws-requests';

/** What the user of a command can mend. It is printed in two lines, without a stack trace: what happened, and what to do. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';

  constructor(what: string, remedy: string) {
    super(`${what}\n${remedy}`);
  }
}

/** The SDK has no credentials, or AWS does not accept them. */
const credentialErrors: ReadonlySet<string> = new Set([
  ...['CredentialsProviderError', 'TokenProviderError', 'ExpiredToken', 'ExpiredTokenException'],
  ...['InvalidClientTokenId', 'UnrecognizedClientException', 'AccessDenied', 'AccessDeniedException'],
  ...['SignatureDoesNotMatch', 'InvalidSignatureException', 'IncompleteSignature', 'RequestExpired'],
]);

export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** What the user can mend of an error; undefined for a defect. */
const foreseen = (error: unknown): CommandError | undefined => {
  if (error instanceof CommandError) return error;
  if (!(error instanceof Error)) return undefined;
  const { message, name } = error;
  const what = firstLine(message);
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_PARSE_ARGS'))
    return new CommandError(what, 'The options of each command are in docs/commands.md.');
  if (credentialErrors.has(name))
    return new CommandError(what, 'Log in to the account of the stage, then run the command again.');
  if (what === 'Region is missing')
    return new CommandError(
      'No AWS region is named.',
      'Set AWS_REGION to the region of the stage, then run the command again.',
    );
  if (name === 'ValidationError' && what.includes('does not exist'))
    return new CommandError(what, 'Deploy the stage first, or name another account or region.');
  // A program or a file that is missing or may not be used.
  if ('syscall' in error && ('path' in error || code === 'ENOSPC'))
    return new CommandError(what, 'Mend that, then run the command again.');
  // Playwright: no browser is installed, or it does not start.
  if (what.startsWith('browserType.'))
    return new CommandError(what, 'Set CHROMIUM_PATH to a Chromium that starts, then run the command again.');
  if (isUnavailable(error))
    return new CommandError(`A service does not answer: ${what || name}`, 'Run the command again later.');
  return undefined;
};

/** Prints what the user can mend, and has the process end with code 1. @throws what is a defect */
export const reportForeseen = (error: unknown): void => {
  const known = foreseen(error);
  if (!known) throw error;
  console.error(known.message);
  process.exitCode = 1;
};

export const runAsCommand = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    reportForeseen(error);
  }
};
