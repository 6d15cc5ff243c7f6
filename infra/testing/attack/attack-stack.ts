import { accountOperations } from '#functions/account/operations';
import { checkStillAdmin } from '#functions/admin/check-still-admin';
import { adminOperations } from '#functions/admin/operations';
import { systemClock } from '#functions/clock';
import { connectTable } from '#functions/data/table';
import type { FunctionName } from '#functions/functions';
import type { Caller } from '#functions/lib/http/caller';
import { createHandler } from '#functions/lib/http/create-handler';
import { connectUserPool } from '#functions/lib/identity/user-pool';
import { defaultTimeZone } from '#infra/settings/defaults';
import { accountRoutes } from '#shared/contract/account-routes';
import { adminRoutes } from '#shared/contract/admin-routes';
import { resourceNames } from '../../local/addresses.ts';
import { type HandlerLoader, type HandlerOf, importHandlers } from '../../local/handlers.ts';
import { sampleSiteUrl } from '../samples/samples.ts';
import { startTestStack } from '../stack/test-stack.ts';

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

type Replaced = { readonly [Name in FunctionName]?: () => Promise<HandlerOf<Name>> };

/**
 * The deployed functions with two differences. Pauses end at once, because 10,000 sign-ups would pause a second each. What
 * works in the background does nothing, so that only the tested requests write to the table.
 */
const attackedHandlers = (): HandlerLoader => {
  const deps = depsWithoutWaiting();
  const { originKey } = resourceNames;
  const account = createHandler(accountRoutes, accountOperations, deps, { originKey });
  const requireCurrentRole = (caller: Caller) => checkStillAdmin(caller, deps);
  const admin = createHandler(adminRoutes, adminOperations, deps, { requireCurrentRole });
  const replaced: Replaced = {
    account: async () => account,
    admin: async () => admin,
    mailer: async () => async () => ({ batchItemFailures: [] }),
    messenger: async () => async () => ({ batchItemFailures: [] }),
    timer: async () => async () => {},
  };
  return {
    load: (name) => replaced[name]?.() ?? importHandlers.load(name),
    clock: importHandlers.clock,
  };
};

/** Starts the whole system for tests with malformed and unauthorized requests. */
export const startAttackStack = () =>
  // The tokens of the callers outlive the tests of a file on a slow machine.
  startTestStack({ handlers: attackedHandlers(), tokenLifetimeSeconds: 24 * 3_600 });
