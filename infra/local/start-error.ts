/**
 * The local system cannot start, for a reason that the user can fix (a missing engine, a port in use). The message says
 * how. It is printed without a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
