import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { StartError } from './start-error.ts';

const lockName = 'lock';
const markName = 'content';

const contentSchema = z.enum(['samples', 'empty']);
type Content = z.infer<typeof contentSchema>;

export interface DataDir {
  /** The content it was filled with; undefined if it is empty. */
  readonly content: Content | undefined;
  /** Marks the folder as filled. Without the mark the next start empties it, so that an interrupted start leaves no partial samples. */
  markFilled(content: Content): Promise<void>;
  /** Creates a subfolder for one part of the system. */
  folder(name: string): Promise<string>;
  release(): void;
}

/** SQLite uses a lock of the kernel, which ends with the process, however that ends. */
const lock = (path: string): DatabaseSync => {
  const file = new DatabaseSync(join(path, lockName));
  try {
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch {
    file.close();
    throw new StartError(`The local system already runs on ${path}.`);
  }
};

/**
 * Locks a folder for one local system. Two systems on the same data would both deliver the stream.
 * @param options.fresh empties the folder first
 * @throws StartError if another process has locked it
 */
export const openDataDir = async (path: string, { fresh }: { readonly fresh: boolean }): Promise<DataDir> => {
  await mkdir(path, { recursive: true });
  const held = lock(path);
  const mark = join(path, markName);
  const content = fresh
    ? undefined
    : contentSchema.safeParse(await readFile(mark, 'utf8').catch(() => '')).data;
  if (!content) {
    const old = (await readdir(path)).filter((name) => !name.startsWith(lockName));
    await Promise.all(old.map((name) => rm(join(path, name), { recursive: true })));
  }
  return {
    content,
    markFilled: (filledWith) => writeFile(mark, filledWith),
    folder: async (name) => {
      const folder = join(path, name);
      await mkdir(folder, { recursive: true });
      return folder;
    },
    release: () => held.close(),
  };
};
