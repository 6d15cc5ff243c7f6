import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { memberships } from '#functions/accounts/accounts';
import { checkStillAdmin } from '#functions/accounts/admin';
import { accountOperations } from '#functions/entries/account-operations';
import { adminOperations } from '#functions/entries/admin-operations';
import type { FunctionName } from '#functions/functions';
import { systemClock } from '#functions/lib/clock';
import { type Item, keyText } from '#functions/lib/dynamo/items';
import { batchDelete } from '#functions/lib/dynamo/writes';
import type { Caller } from '#functions/lib/http/caller';
import { createHandler } from '#functions/lib/http/create-handler';
import { connectUserPool } from '#functions/lib/identity/users';
import { connectTable } from '#functions/lib/table';
import { defaultTimeZone } from '#infra/settings/settings-schema';
import { accountRoutes } from '#shared/contract/account-routes';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { RouteName } from '#shared/contract/routes';
import { resourceNames } from '../../local/addresses.ts';
import { type HandlerLoader, type HandlerOf, importHandlers } from '../../local/handlers.ts';
import { runOnCards } from '../../tools/admin/cards.ts';
import { sampleSiteUrl } from '../samples/samples.ts';
import { startTestStack, type TestStack } from '../stack/test-stack.ts';
import { readAllItems } from '../table/all-items.ts';
import { showsCards } from './answers.ts';

const depsWithoutWaiting = () => ({
  table: connectTable(resourceNames.table),
  userPool: connectUserPool(resourceNames.userPoolId),
  clientId: resourceNames.userPoolClientId,
  clock: systemClock,
  pause: async () => {},
  timeZone: defaultTimeZone,
  pictureHosts: resourceNames.pictureHosts,
  siteUrl: sampleSiteUrl,
});

export const stripeKey = 'sk_test_attacked';

type Replaced = { readonly [Name in FunctionName]?: () => Promise<HandlerOf<Name>> };

/** The deployed functions, but pauses end at once: 10,000 sign-ups would pause a second each. */
const attackedHandlers = (): HandlerLoader => {
  const deps = depsWithoutWaiting();
  const { originKey } = resourceNames;
  const account = createHandler(accountRoutes, accountOperations, deps, {
    originKey,
    memberships: memberships(deps.table),
  });
  const requireCurrentRole = (caller: Caller) => checkStillAdmin(caller, deps);
  const admin = createHandler(adminRoutes, adminOperations, deps, { requireCurrentRole });
  const replaced: Replaced = {
    account: async () => account,
    admin: async () => admin,
  };
  return {
    load: (name) => replaced[name]?.() ?? importHandlers.load(name),
    settings: importHandlers.settings,
  };
};

/**
 * Starts what answers requests, for tests with malformed and unauthorized ones: nothing else writes to the table. Stripe's
 * stand-in is connected, and its events go nowhere: they would come while a test compares the table.
 */
export const startAttackStack = async (options: Parameters<typeof startTestStack>[0] = {}) => {
  // The tokens of the callers outlive the tests of a file on a slow machine.
  const tokenLifetimeSeconds = 24 * 3_600;
  const stack = await startTestStack({
    ...{ handlers: attackedHandlers(), tokenLifetimeSeconds, requestsOnly: true },
    ...options,
  });
  await runOnCards(['connect'], {
    ...{ table: stack.table, clock: systemClock, stage: undefined },
    ...{ siteUrl: 'http://localhost:1', stripeApi: stack.url },
    cardSecrets: { key: resourceNames.cardKeySecret, events: resourceNames.cardEventsSecret },
    askHidden: async () => stripeKey,
    confirm: async () => true,
  });
  return stack;
};

/** Sets as sorted lists and maps with sorted keys: the table returns the keys of one map in any order. */
const inOrder = (_: string, part: unknown): unknown => {
  if (part instanceof Set) return [...part].toSorted();
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** JSON in which equal values give equal texts. */
const toText = (value: unknown): string => JSON.stringify(value, inOrder);

export const keysOf = ({ table }: Pick<TestStack, 'table'>): Promise<Item[]> =>
  readAllItems(table, { keysOnly: true });

/** Deletes all items of the table but those with these keys, as `keyText` writes them. */
export const removeAllBut = async (
  stack: Pick<TestStack, 'table'>,
  kept: ReadonlySet<string>,
): Promise<void> => {
  const keys = await keysOf(stack);
  await batchDelete(
    stack.table,
    keys.filter((key) => !kept.has(keyText(key))),
  );
};

export const snapshotOf = async ({ table }: Pick<TestStack, 'table'>): Promise<string[]> =>
  (await readAllItems(table)).map(toText).toSorted();

export const usersOf = async ({ pool }: Pick<TestStack, 'pool'>): Promise<string[]> => {
  const { Users = [] } = await pool.send(new ListUsersCommand({ UserPoolId: resourceNames.userPoolId }));
  return Users.map(({ Username, UserStatus, Enabled }) => toText([Username, UserStatus, Enabled])).toSorted();
};

/** Whether a request that is accepted is recorded though it reads: how often a feed is read, and who reads cards (SEE-01). */
export const isRecordedRead = (name: RouteName): boolean => name === 'getCalendarFeed' || showsCards(name);

/** Routes whose refused requests are counted too: each of them is an attempt. */
export const countedRefusals: ReadonlySet<RouteName> = new Set(['recoverSecondFactor']);
