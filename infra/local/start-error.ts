/**
 * The local system cannot start, for a reason that the user can fix (a missing engine, a port in use). The message says
 * how. It is printed without a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What to do if stored data cannot be read. */
export const beginAgain =
  'Start with `npm start -- --fresh` to begin again with sample data. This deletes all local data.';

const reasons = new Map<unknown, string>([
  ['EACCES', 'no permission'],
  ['EPERM', 'no permission'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EEXIST', 'a file has this name'],
  ['ENOTDIR', 'a part of the path is a file'],
  ['EISDIR', 'a folder has this name'],
]);

/** Turns an error of the file system into one that names the file and the reason. Returns other errors unchanged. */
export const explainFileError = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return error;
  const reason = reasons.get(error.code);
  return reason ? new StartError(`${error.path} cannot be used: ${reason}.`) : error;
};
