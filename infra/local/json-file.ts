import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { beginAgain, StartError } from './start-error.ts';

type Revive = (key: string, value: unknown) => unknown;

const readJson = async (path: string, revive?: Revive): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'), revive);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return error;
    throw error;
  }
};

/** Reads a JSON file; undefined if it does not exist. @throws StartError if it is not complete JSON */
export const readJsonFile = async (path: string, revive?: Revive): Promise<unknown> => {
  const value = await readJson(path, revive);
  if (value instanceof SyntaxError) throw new StartError(`${path} is damaged.`, beginAgain);
  return value;
};

const nameAside = (path: string, at = 1): string => {
  const name = `${path}.damaged${at === 1 ? '' : `-${at}`}`;
  return existsSync(name) ? nameAside(path, at + 1) : name;
};

/** Sets a damaged file, whose loss costs little, aside by name. @returns undefined if it does not exist or is damaged */
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

/** Resolves after a write that began after the call: many calls cost two writes. A killed process leaves a whole file. */
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
