import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { beginAgain, StartError } from './start-error.ts';

const lockName = 'lock';
const markName = 'content';

/** Raise this by one when stored keys, items or indexes change: data of an older version is then refused. */
const shape = 16;

const contentSchema = z.enum(['samples', 'empty']);
type Content = z.infer<typeof contentSchema>;

/** `content` is null from the first start until the folder is filled. */
const markSchema = z.object({ shape: z.int(), content: z.nullable(contentSchema) });

/** SQLite's result codes: https://www.sqlite.org/rescode.html. */
const sqliteBusy = 5;
const sqliteNotADatabase = 26;

const errorCodeOf = (error: unknown): unknown =>
  error instanceof Error && 'errcode' in error ? error.errcode : undefined;

/** A kernel's lock ends with the process, however that ends. @param options.fresh replaces a damaged lock file */
const lock = (path: string, { fresh }: { readonly fresh: boolean }): DatabaseSync => {
  const lockFile = join(path, lockName);
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(lockFile);
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file?.close();
    const code = errorCodeOf(error);
    if (code === sqliteBusy)
      throw new StartError(
        `The local system already runs on ${path}.`,
        `End it first, with Ctrl-C where it was started.`,
      );
    if (code === sqliteNotADatabase && fresh) {
      rmSync(lockFile);
      return lock(path, { fresh: false });
    }
    if (code === sqliteNotADatabase) throw new StartError(`${lockFile} is damaged.`, beginAgain);
    const reason = error instanceof Error ? error.message : error;
    throw new StartError(
      `${lockFile} cannot be locked: ${reason}.`,
      `Make the folder one that you may write to, then start again.`,
    );
  }
};

const parseMark = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @throws StartError if its data has another shape, or if it has files but no mark: they are not of this system */
const readContent = async (
  path: string,
  { fresh }: { readonly fresh: boolean },
): Promise<Content | undefined> => {
  const names = (await readdir(path)).filter((name) => !name.startsWith(lockName));
  if (names.length === 0) return undefined;
  if (!names.includes(markName)) {
    throw new StartError(
      `${path} has files that are not of the local system. Nothing was changed.`,
      `Choose an empty folder.`,
    );
  }
  if (fresh) return undefined;
  const mark = markSchema.safeParse(parseMark(await readFile(join(path, markName), 'utf8')));
  if (!mark.success || mark.data.shape !== shape) {
    throw new StartError(`The data in ${path} is of another version.`, beginAgain);
  }
  return mark.data.content ?? undefined;
};

/** @throws StartError as `openDataDir`, and where an empty school is asked for in a folder with the sample school */
export const contentOf = async (
  path: string,
  { fresh, empty }: { readonly fresh: boolean; readonly empty: boolean },
): Promise<Content> => {
  await mkdir(path, { recursive: true });
  const stored = await readContent(path, { fresh });
  if (empty && stored === 'samples') {
    throw new StartError(
      `${path} has the sample school. Nothing was changed.`,
      `To delete it and start an empty school: npm start -- --fresh --empty. To go on with it: npm start`,
    );
  }
  return stored ?? (empty ? 'empty' : 'samples');
};

/** Deletes everything except the lock, the mark last: until then the folder is known as one of this system. */
const clear = async (path: string): Promise<void> => {
  const old = (await readdir(path)).filter((name) => !name.startsWith(lockName) && name !== markName);
  await Promise.all(old.map((name) => rm(join(path, name), { recursive: true })));
};

/** Two systems on one folder would both deliver the stream. @throws StartError if it is locked, or of something else */
export const openDataDir = async (path: string, { fresh }: { readonly fresh: boolean }) => {
  await mkdir(path, { recursive: true });
  // Read before the lock file is created, so that a folder of something else stays as it is.
  await readContent(path, { fresh });
  const held = lock(path, { fresh });
  const writeMark = (filledWith: Content | null): Promise<void> =>
    writeFile(join(path, markName), JSON.stringify({ shape, content: filledWith }));
  let content: Content | undefined;
  try {
    content = await readContent(path, { fresh });
    if (!content) {
      await clear(path);
      await writeMark(null);
    }
  } catch (error) {
    held.close();
    throw error;
  }
  return {
    content,
    /** Without the mark the next start empties the folder: an interrupted start leaves no partial samples. */
    markFilled: (filledWith: Content): Promise<void> => writeMark(filledWith),
    folder: async (name: string): Promise<string> => {
      const folder = join(path, name);
      await mkdir(folder, { recursive: true });
      return folder;
    },
    release: (): void => held.close(),
  };
};
