import { CommandError } from '../command.ts';

/** The local system cannot start, for a reason that the user can fix (a missing engine, a port in use). */
export class StartError extends CommandError {
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

const mend = 'Mend that, then start again.';

const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** How SQLite says that the disk is full, also in an answer of the database engine. */
const fullDatabase = /database or disk is full/i;
/** The same in the text of an error: Node begins the message with the code. */
const fullDisk = new RegExp(`${fullDatabase.source}|\\b(?:${fullCodes.join('|')}):`, 'i');

export const fullDiskNotice =
  'The disk is full: nothing can be stored, and requests fail. Make room, and the system goes on without a restart.';

export const isOfFullDisk = (logged: unknown): boolean => {
  if (typeof logged !== 'object' || logged === null || !('stack' in logged)) return false;
  return fullDisk.test(String(logged.stack));
};

/** Into one that names the file, where the error does, and the reason. Returns other errors unchanged. */
export const explainFileError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = fullDatabase.test(error.message) ? 'ENOSPC' : 'code' in error && error.code;
  const reason = reasons.get(code);
  if (!reason) return error;
  if ('path' in error) return new StartError(`${error.path} cannot be used: ${reason}.`, mend);
  // An error of a write, as a full disk makes it, names no file. Other errors without one are not of the file system.
  return fullCodes.includes(code)
    ? new StartError(`The local data cannot be written: ${reason}.`, mend)
    : error;
};
