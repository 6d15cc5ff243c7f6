import { accountOperations } from '#functions/account/operations';
import { checkStillAdmin } from '#functions/admin/check-still-admin';
import { adminOperations } from '#functions/admin/operations';
import { systemClock } from '#functions/clock';
import { connectTable } from '#functions/data/table';
import type { Caller } from '#functions/lib/http/caller';
import { createHandler } from '#functions/lib/http/create-handler';
import { connectUserPool } from '#functions/lib/identity/user-pool';
import { defaultTimeZone } from '#infra/settings/defaults';
import { accountRoutes } from '#shared/contract/account-routes';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { ApiService } from '#shared/contract/route';
import { resourceNames } from '../../local/addresses.ts';
import type { ApiHandler } from '../../local/api-gateway/api-gateway.ts';
import { type HandlerLoader, importHandlers } from '../../local/handlers.ts';
import { sampleSiteUrl } from '../samples/samples.ts';
import { startTestStack } from '../stack/test-stack.ts';

const depsWithoutWaiting = () => ({
  table: connectTable(resourceNames.table),
  userPool: connectUserPool(resourceNames.userPoolId),
  clock: systemClock,
  pause: async () => {},
  timeZone: defaultTimeZone,
  pictureHosts: resourceNames.pictureHosts,
  siteUrl: sampleSiteUrl,
});

/**
 * The deployed functions with two differences. Pauses end at once, because 10,000 sign-ups would pause a second each. The
 * mailer does nothing, so that only the tested requests write to the table.
 */
const attackedHandlers = (): HandlerLoader => {
  const made = new Map<ApiService, ApiHandler>();
  const make = (service: ApiService): ApiHandler | undefined => {
    if (service === 'account') {
      const { originKey } = resourceNames;
      return createHandler(accountRoutes, accountOperations, depsWithoutWaiting(), { originKey });
    }
    if (service === 'admin') {
      const deps = depsWithoutWaiting();
      const requireCurrentRole = (caller: Caller) => checkStillAdmin(caller, deps);
      return createHandler(adminRoutes, adminOperations, deps, { requireCurrentRole });
    }
    return undefined;
  };
  return {
    api: async (service) => {
      const handler = made.get(service) ?? make(service) ?? (await importHandlers.api(service));
      made.set(service, handler);
      return handler;
    },
    mailer: async () => async () => ({ batchItemFailures: [] }),
    messenger: async () => async () => ({ batchItemFailures: [] }),
    timer: async () => async () => {},
    clock: importHandlers.clock,
    bounces: importHandlers.bounces,
    pretoken: importHandlers.pretoken,
  };
};

/** Starts the whole system for tests with malformed and unauthorized requests. */
export const startAttackStack = () => startTestStack({ handlers: attackedHandlers() });
