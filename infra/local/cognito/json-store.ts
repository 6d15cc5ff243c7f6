import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataStore } from 'cognito-local/lib/services/dataStore/dataStore';
import type { DataStoreFactory } from 'cognito-local/lib/services/dataStore/factory';
import { createJsonWriter, readJsonFile } from '../json-file.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** cognito-local's rule: fields whose name ends in `Date` are dates. */
const reviveDates = (key: string, value: unknown): unknown =>
  key.endsWith('Date') && typeof value === 'string' ? new Date(value) : value;

const toPath = (key: string | string[]): string[] => [key].flat();

const createStore = (root: Node, save: () => Promise<void>): DataStore => {
  const find = (path: readonly string[]): unknown =>
    path.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), root);

  const parentOf = (path: readonly string[]): Node =>
    path.slice(0, -1).reduce<Node>((node, key) => {
      if (!isNode(node[key])) node[key] = {};
      return node[key] as Node;
    }, root);

  return {
    // The interface returns a type that only the caller knows.
    get: async <T>(_: unknown, key: string | string[], defaultValue?: T) =>
      (find(toPath(key)) ?? defaultValue ?? null) as T,
    getRoot: async <T>() => root as T,
    set: async (_, key, value) => {
      const path = toPath(key);
      parentOf(path)[path.at(-1) ?? ''] = value;
      await save();
    },
    delete: async (_, key) => {
      const path = toPath(key);
      delete parentOf(path)[path.at(-1) ?? ''];
      await save();
    },
  };
};

/**
 * Stores for cognito-local that stay readable if the process is killed. Its own stores write in place, so that a kill can
 * truncate the file of users.
 */
export const createJsonStoreFactory = (directory: string): DataStoreFactory => ({
  create: async (_, id, defaults) => {
    await mkdir(directory, { recursive: true });
    const path = join(directory, `${id}.json`);
    const stored = await readJsonFile(path, reviveDates);
    const root: Node = { ...defaults, ...(isNode(stored) && stored) };
    const save = createJsonWriter(path, () => root);
    await save();
    return createStore(root, save);
  },
});
