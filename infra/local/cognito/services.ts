import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from 'cognito-local/lib/server/config';
import type { Services } from 'cognito-local/lib/services';
import { CognitoServiceFactoryImpl } from 'cognito-local/lib/services/cognitoService.js';
import type { Context } from 'cognito-local/lib/services/context';
import type { DataStore } from 'cognito-local/lib/services/dataStore/dataStore';
import type { DataStoreFactory } from 'cognito-local/lib/services/dataStore/factory';
import type { LogService } from 'cognito-local/lib/services/LogService';
import type { TokenGenerator } from 'cognito-local/lib/services/tokenGenerator';
import { UserPoolServiceFactoryImpl } from 'cognito-local/lib/services/userPoolService.js';
import type { Clock } from '#functions/lib/clock';
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

/** cognito-local's own stores write in place: a kill can truncate the file of users. */
const createJsonStoreFactory = (directory: string): DataStoreFactory => ({
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

/** Logs nothing: cognito-local logs users with their passwords. */
const silent: LogService = {
  child: () => silent,
  debug: () => {},
  error: () => {},
  info: () => {},
  warn: () => {},
};

export const quietContext: Context = { logger: silent };

const unused = (what: string) => async (): Promise<never> => {
  throw new Error(`The user pool has no ${what}`);
};

/** Users are found by email, and the user name is the `sub`, as in a pool with sign-in by email. */
const userPoolDefaults = { UsernameAttributes: ['email'] };

const config: Config = {
  UserPoolDefaults: userPoolDefaults,
  LambdaClient: {},
  TriggerFunctions: {},
  TokenConfig: {},
  ServerConfig: { hostname: '', port: 0, development: false, https: false },
};

/** Without cognito-local's server, which uses the working directory, loads AWS SDK 2 and starts four times slower. */
export const createServices = async (
  dataDir: string,
  tokenGenerator: TokenGenerator,
  now: Clock,
): Promise<Services> => {
  const clock = { get: now };
  const stores = createJsonStoreFactory(dataDir);
  const pools = new UserPoolServiceFactoryImpl(clock, stores);
  const cognito = await new CognitoServiceFactoryImpl(dataDir, stores, pools).create(
    quietContext,
    userPoolDefaults,
  );
  return {
    clock,
    cognito,
    config,
    messages: { deliver: unused('messages: the product sends its own emails') },
    otp: () => '000000',
    tokenGenerator,
    // None is enabled, so that none is called.
    triggers: { enabled: () => false } as unknown as Services['triggers'],
  };
};

export interface UserPoolNames {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly groups: readonly string[];
}

/** Creates the pool, its app client and its groups, unless they exist. @returns whether the pool did not exist */
export const ensureUserPool = async (
  { cognito, clock }: Services,
  { userPoolId, clientId, groups }: UserPoolNames,
): Promise<boolean> => {
  const created = { CreationDate: clock.get(), LastModifiedDate: clock.get() };
  const addMissingGroups = async (): Promise<void> => {
    const pool = await cognito.getUserPool(quietContext, userPoolId);
    for (const GroupName of groups) {
      const found = await pool.getGroupByGroupName(quietContext, GroupName);
      if (!found) await pool.saveGroup(quietContext, { GroupName, ...created });
    }
  };
  if (await cognito.getAppClient(quietContext, clientId)) {
    await addMissingGroups();
    return false;
  }
  await cognito.createUserPool(quietContext, { Id: userPoolId, ...userPoolDefaults, ...created });
  const pool = await cognito.getUserPool(quietContext, userPoolId);
  await addMissingGroups();
  await pool.saveAppClient(quietContext, {
    ClientId: clientId,
    ClientName: 'web',
    UserPoolId: userPoolId,
    ...created,
  });
  return true;
};
