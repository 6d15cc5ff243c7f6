import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { storeFirstLogin } from '#functions/accounts/account-marks';
import { accountItem, getPeopleCounts, listAdminAccounts } from '#functions/accounts/accounts';
import { checkStillAdmin } from '#functions/accounts/admin';
import { familyItem, listAllFamilies } from '#functions/accounts/stored-families';
import { adminOperations } from '#functions/entries/admin-operations';
import type { AdminDeps } from '#functions/lib/deps';
import { listAttribute } from '#functions/lib/dynamo/items';
import { batchPut } from '#functions/lib/dynamo/writes';
import { createHandler } from '#functions/lib/http/create-handler';
import type { UserPool } from '#functions/lib/identity/users';
import type { Table } from '#functions/lib/table';
import { putFamily } from '#infra/local/seed/put';
import { familyOfHolder } from '#infra/local/seed/world';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { RouteName } from '#shared/contract/routes';
import {
  managedAccountSchema,
  parentDetailsSchema,
  parentPageSchema,
  type SearchParents,
} from '#shared/families/admin-routes';
import type { Profile } from '#shared/families/family';
import { type FamilyId, idempotencyKeyHeader, type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import {
  type SampleFamily,
  sampleFamily,
  sampleNow,
  sampleSiteUrl,
  sampleTimeZone,
} from '../samples/samples.ts';
import { startTestTable } from '../table/test-table.ts';
import { type Answer, asAdmin, type Invocation, invoke } from './invoke.ts';
import { startTestUserPool } from './test-user-pool.ts';

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

/** The admin service with one administrator as the caller. */
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

/** Stores an administrator that is in no list and no count, so that tests count only their own accounts. */
const storeOwner = (table: Table, userId: UserId): Promise<void> => {
  const { id, profile } = sampleFamily({ children: [] });
  const family = familyItem(familyOfHolder({ id, profile: { ...profile, id: userId } }), []);
  return batchPut(table, [
    { ...accountItem({ ...profile, id: userId, family_id: id }), role: 'admin' },
    { ...family, [listAttribute]: undefined },
  ]);
};

/** The admin service with a real table and a user pool, and a function that creates accounts. */
export const startMemberSystem = async () => {
  const [table, userPool] = await Promise.all([startTestTable(), startTestUserPool()]);
  let now = sampleNow;
  const clock = () => now;
  const later = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const admin = adminApi({ table, userPool, clock });
  await storeOwner(table, admin.userId);

  return {
    table,
    userPool,
    clock,
    later,
    admin,
    /** The id of the calling administrator. */
    userId: admin.userId,

    /** An account with its user, as after sign-up and verification. */
    join: async (
      overrides: Partial<Profile> = {},
      children: readonly { name: string }[] = [{ name: 'Robin' }],
      { hasLoggedIn = true } = {},
    ): Promise<SampleFamily> => {
      const email = `${randomUUID()}@example.com`;
      const { User } = await userPool.client.send(
        new AdminCreateUserCommand({ UserPoolId: userPool.id, Username: email, MessageAction: 'SUPPRESS' }),
      );
      const id = userIdSchema.parse(User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value);
      const sample = sampleFamily({ children });
      later(1);
      const created_at = instantOf(now);
      const family = { ...sample, profile: { ...sample.profile, id, email, created_at, ...overrides } };
      await putFamily(table, family);
      if (hasLoggedIn) await storeFirstLogin(table, id, created_at);
      return family;
    },
    groupsOf: async (userId: UserId) => {
      const { Groups = [] } = await userPool.client.send(
        new AdminListGroupsForUserCommand({ UserPoolId: userPool.id, Username: userId }),
      );
      return Groups.map(({ GroupName }) => GroupName);
    },
    exists: (userId: UserId): Promise<boolean> =>
      userPool.client.send(new AdminGetUserCommand({ UserPoolId: userPool.id, Username: userId })).then(
        () => true,
        () => false,
      ),

    search: async (body: Partial<SearchParents> = {}) => {
      const answer = await admin.call('searchParents', { body });
      expect(answer.status).toBe(200);
      return parentPageSchema.parse(answer.body);
    },
    listAdmins: async () => {
      const { body } = await admin.call('listAdmins');
      return z.object({ admins: z.array(managedAccountSchema) }).parse(body).admins;
    },
    detailsOf: async (parentId: FamilyId) =>
      parentDetailsSchema.parse((await admin.call('getParent', { params: { parentId } })).body),
    grant: (email: string, api = admin) => api.call('grantAdmin', { body: { email } }),
    revoke: (userId: UserId, api = admin) => api.call('revokeAdmin', { params: { userId } }),

    /** Compares the counts with the lists. */
    expectCountsToAgree: async (): Promise<void> => {
      const [families, admins] = [await listAllFamilies(table), await listAdminAccounts(table)];
      expect(await getPeopleCounts(table)).toEqual({
        families: families.length,
        admins: admins.filter(({ role_pending }) => !role_pending).length,
      });
    },

    stop: async (): Promise<void> => {
      await Promise.all([table.stop(), userPool.stop()]);
    },
  };
};

export type MemberSystem = Awaited<ReturnType<typeof startMemberSystem>>;
