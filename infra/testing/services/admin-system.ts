import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { profileKey } from '#functions/data/dynamo/keys/families';
import { noteFirstLogin } from '#functions/data/families/first-login';
import { listProfiles } from '#functions/data/families/list-profiles';
import { getProfileCounts } from '#functions/data/families/profile-counts';
import type { Table } from '#functions/data/table';
import { putFamily } from '#infra/local/seed/put-family';
import { instantOf } from '#shared/domain/time/instant-of';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import {
  managedProfileSchema,
  parentDetailsSchema,
  parentPageSchema,
  type SearchParents,
} from '#shared/schemas/managed-profile';
import type { Family } from '#shared/schemas/profile';
import { sampleFamily, sampleNow } from '../samples/samples.ts';
import { startTestTable } from '../table/test-table.ts';
import { adminApi } from './admin-api.ts';
import { startTestUserPool } from './test-user-pool.ts';

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
