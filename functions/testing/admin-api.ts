import { randomUUID } from 'node:crypto';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { RouteName } from '#shared/contract/routes';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import type { AdminDeps } from '../admin/deps.ts';
import { adminOperations } from '../admin/operations.ts';
import { createHandler } from '../http/create-handler.ts';
import { type Answer, asAdmin, type Invocation, invoke } from './invoke.ts';

/** The admin service as an administrator calls it. */
export const adminApi = (deps: AdminDeps) => {
  const handler = createHandler(adminRoutes, adminOperations, deps);
  const userId: UserId = userIdSchema.parse(randomUUID());
  return {
    userId,
    call: (
      route: RouteName & keyof typeof adminRoutes,
      request: Pick<Invocation, 'params' | 'query' | 'body' | 'userId'> = {},
    ): Promise<Answer> => invoke(handler, { route, userId, ...asAdmin, ...request }),
  };
};
