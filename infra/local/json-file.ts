import { readFile, rename, writeFile } from 'node:fs/promises';
import { beginAgain, StartError } from './start-error.ts';

/**
 * Reads a JSON file; undefined if it does not exist.
 * @throws StartError if it is not complete JSON
 */
export const readJsonFile = async (
  path: string,
  revive?: (key: string, value: unknown) => unknown,
): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'), revive);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) throw new StartError(`${path} is damaged. ${beginAgain}`);
    throw error;
  }
};

/**
 * Creates a function that writes the current value to a file. It resolves after a write that began after the call, so
 * that many concurrent calls cost two writes. If the process is killed, the file is complete, old or new.
 */
export const createJsonWriter = (path: string, value: () => unknown): (() => Promise<void>) => {
  let last = Promise.resolve();
  let next: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    await last.catch(() => {});
    next = undefined;
    const part = `${path}.part`;
    last = writeFile(part, JSON.stringify(value(), null, 2)).then(() => rename(part, path));
    await last;
  };

  return () => {
    next ??= write();
    return next;
  };
};
