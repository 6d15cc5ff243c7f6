/** What the person at the command line can do something about. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
