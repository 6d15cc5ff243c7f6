import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { checkStillAdmin } from '#functions/accounts/admin';
import { noteFirstLogin } from '#functions/accounts/profile-marks';
import { getProfileCounts, listProfiles } from '#functions/accounts/profiles';
import { adminOperations } from '#functions/entries/admin-operations';
import type { AdminDeps } from '#functions/lib/deps';
import { profileKey } from '#functions/lib/dynamo/keys-of-people';
import { createHandler } from '#functions/lib/http/create-handler';
import type { UserPool } from '#functions/lib/identity/users';
import type { Table } from '#functions/lib/table';
import { putFamily } from '#infra/local/seed/put';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { RouteName } from '#shared/contract/routes';
import {
  managedProfileSchema,
  parentDetailsSchema,
  parentPageSchema,
  type SearchParents,
} from '#shared/families/admin-routes';
import type { Family } from '#shared/families/family';
import { idempotencyKeyHeader, type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { sampleFamily, sampleNow, sampleSiteUrl, sampleTimeZone } from '../samples/samples.ts';
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
const storeOwner = (table: Table, userId: UserId) => {
  const { profile } = sampleFamily({ children: [] });
  const Item = { ...profileKey(userId), ...profile, id: userId, role: 'admin' };
  return table.client.send(new PutCommand({ TableName: table.name, Item }));
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
      overrides: Partial<Family['profile']> = {},
      children: readonly { name: string }[] = [{ name: 'Robin' }],
      { hasLoggedIn = true } = {},
    ): Promise<Family> => {
      const email = `${randomUUID()}@example.com`;
      const { User } = await userPool.client.send(
        new AdminCreateUserCommand({ UserPoolId: userPool.id, Username: email, MessageAction: 'SUPPRESS' }),
      );
      const id = userIdSchema.parse(User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value);
      const sample = sampleFamily({ children });
      later(1);
      const created_at = instantOf(now);
      const family: Family = {
        profile: { ...sample.profile, id, email, created_at, ...overrides },
        children: sample.children.map((child) => ({ ...child, parent_id: id })),
      };
      await putFamily(table, family);
      if (hasLoggedIn) await noteFirstLogin(table, id, created_at);
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
      return z.object({ admins: z.array(managedProfileSchema) }).parse(body).admins;
    },
    detailsOf: async (userId: UserId) =>
      parentDetailsSchema.parse((await admin.call('getParent', { params: { parentId: userId } })).body),
    grant: (email: string, api = admin) => api.call('grantAdmin', { body: { email } }),
    revoke: (userId: UserId, api = admin) => api.call('revokeAdmin', { params: { userId } }),

    /** Compares the counts with the lists. */
    expectCountsToAgree: async (): Promise<void> => {
      const list = (name: 'families' | 'admins') =>
        listProfiles(table, name, { before: undefined, limit: 1000 });
      const [parents, admins] = [await list('families'), await list('admins')];
      expect(await getProfileCounts(table)).toEqual({
        parents: parents.length,
        admins: admins.filter(({ role_pending }) => !role_pending).length,
      });
    },

    stop: async (): Promise<void> => {
      await Promise.all([table.stop(), userPool.stop()]);
    },
  };
};

export type MemberSystem = Awaited<ReturnType<typeof startMemberSystem>>;
