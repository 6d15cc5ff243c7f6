import { randomUUID } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { checkStillAdmin } from '#functions/accounts/admin';
import { adminOperations } from '#functions/entries/admin-operations';
import type { AdminDeps } from '#functions/lib/deps';
import { createHandler } from '#functions/lib/http/create-handler';
import type { UserPool } from '#functions/lib/identity/users';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { RouteName } from '#shared/contract/routes';
import { idempotencyKeyHeader, type UserId, userIdSchema } from '#shared/lib/ids';
import { sampleNow, sampleSiteUrl, sampleTimeZone } from '../samples/samples.ts';
import { type Answer, asAdmin, type Invocation, invoke } from './invoke.ts';

/** A user pool whose requests fail, for operations that need none. */
const noUserPool: UserPool = {
  id: 'none',
  client: new CognitoIdentityProviderClient({
    region: 'eu-west-2',
    endpoint: 'http://127.0.0.1:1',
    maxAttempts: 1,
  }),
};

type Deps = Pick<AdminDeps, 'table'> & Partial<AdminDeps> & { readonly userId?: UserId };

export const adminApi = ({ userId: knownUserId, ...given }: Deps) => {
  const userId = knownUserId ?? userIdSchema.parse(randomUUID());
  const deps = {
    userPool: noUserPool,
    clock: () => sampleNow,
    siteUrl: sampleSiteUrl,
    timeZone: sampleTimeZone,
    pictureHosts: ['pictures.example'],
    ...given,
  };
  const handler = createHandler(adminRoutes, adminOperations, deps, {
    // Without an account of the table the caller stands for any administrator, whose role is another test's concern.
    requireCurrentRole: async (caller) => {
      if (knownUserId) await checkStillAdmin(caller, deps);
    },
  });
  return {
    userId,
    handler,
    call: (
      route: RouteName & keyof typeof adminRoutes,
      request: Pick<Invocation, 'params' | 'query' | 'body' | 'headers' | 'userId' | 'signedInAt'> = {},
    ): Promise<Answer> =>
      invoke(handler, {
        route,
        userId,
        ...asAdmin,
        ...request,
        headers: { [idempotencyKeyHeader.toLowerCase()]: randomUUID(), ...request.headers },
      }),
  };
};
