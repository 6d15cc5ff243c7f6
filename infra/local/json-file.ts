import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { beginAgain, StartError } from './start-error.ts';

type Revive = (key: string, value: unknown) => unknown;

/** The value of a JSON file; undefined if it does not exist, and a `SyntaxError` if it is not complete JSON. */
const readJson = async (path: string, revive?: Revive): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'), revive);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return error;
    throw error;
  }
};

/**
 * Reads a JSON file; undefined if it does not exist.
 * @throws StartError if it is not complete JSON
 */
export const readJsonFile = async (path: string, revive?: Revive): Promise<unknown> => {
  const value = await readJson(path, revive);
  if (value instanceof SyntaxError) throw new StartError(`${path} is damaged.`, beginAgain);
  return value;
};

/** A name that no earlier damaged file has: `.damaged`, then `.damaged-2` and so on. */
const nameAside = (path: string, at = 1): string => {
  const name = `${path}.damaged${at === 1 ? '' : `-${at}`}`;
  return existsSync(name) ? nameAside(path, at + 1) : name;
};

/**
 * Reads a JSON file whose loss costs little: a damaged one is set aside by name, which is said in one line.
 * @returns undefined if it does not exist or is damaged
 */
export const readOrSetAside = async <Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> => {
  const value = await readJson(path);
  if (value === undefined) return undefined;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const aside = nameAside(path);
  await rename(path, aside);
  console.error(`${path} is damaged: it was set aside as ${aside}, and the start goes on without it.`);
  return undefined;
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
