/**
 * The local system cannot start for a reason its user can mend (an engine missing, a port taken). The message says
 * how; the command line prints it without a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
