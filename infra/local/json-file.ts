import { readFile, rename, writeFile } from 'node:fs/promises';

/** Reads a JSON file; undefined where there is none yet. */
export const readJsonFile = async (
  path: string,
  revive?: (key: string, value: unknown) => unknown,
): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'), revive);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Makes a function that writes the present value to a file. It resolves once a write that began after the call has
 * ended, so many calls at once cost two writes. A process killed at any moment leaves a whole file, old or new.
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
