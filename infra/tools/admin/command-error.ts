/** An error that the user of a command can fix. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
