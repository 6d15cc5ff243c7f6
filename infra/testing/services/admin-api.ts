import { randomUUID } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod/mini';
import { checkStillAdmin } from '#functions/accounts/admin';
import { adminOperations } from '#functions/entries/admin-operations';
import type { AdminDeps } from '#functions/lib/deps';
import { createHandler } from '#functions/lib/http/create-handler';
import type { UserPool } from '#functions/lib/identity/users';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { Route, RouteResponse } from '#shared/contract/route';
import type { RouteName } from '#shared/contract/routes';
import { type FamilyId, idempotencyKeyHeader, type UserId, userIdSchema } from '#shared/lib/ids';
import { sampleNow, sampleSiteUrl, sampleTimeZone, sampleToday } from '../samples/samples.ts';
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

type AdminRoute = RouteName & keyof typeof adminRoutes;
type Request = Pick<Invocation, 'params' | 'query' | 'body' | 'headers' | 'userId' | 'signedInAt'>;

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
  const call = (route: AdminRoute, request: Request = {}): Promise<Answer> =>
    invoke(handler, {
      route,
      userId,
      ...asAdmin,
      ...request,
      headers: { [idempotencyKeyHeader.toLowerCase()]: randomUUID(), ...request.headers },
    });
  return {
    userId,
    handler,
    call,
    /** The body of an answer that is expected. @throws ZodError where it is another one */
    read: async <Name extends AdminRoute>(
      route: Name,
      request: Request = {},
    ): Promise<RouteResponse<(typeof adminRoutes)[Name]>> => {
      const { response }: Pick<Route, 'response'> = adminRoutes[route];
      return z.parse(response, (await call(route, request)).body) as RouteResponse<
        (typeof adminRoutes)[Name]
      >;
    },
    /** Records a payment, by default of today and in cash. */
    pay: (parentId: FamilyId, amount: number, more: object = {}): Promise<Answer> => {
      const payment = {
        amount,
        day: sampleToday,
        method: 'cash',
        note: null,
        booking_id: null,
        receipt: false,
      };
      return call('recordPayment', { params: { parentId }, body: { ...payment, ...more } });
    },
  };
};
