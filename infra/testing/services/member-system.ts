import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { storeFirstLogin } from '#functions/accounts/account-marks';
import { accountItem, getPeopleCounts, listAdminAccounts } from '#functions/accounts/accounts';
import { familyItem, listAllFamilies } from '#functions/accounts/stored-families';
import { listAttribute } from '#functions/lib/dynamo/items';
import { batchPut } from '#functions/lib/dynamo/writes';
import type { Table } from '#functions/lib/table';
import { putFamily } from '#infra/local/seed/put';
import { familyOfHolder } from '#infra/local/seed/world';
import {
  managedAccountSchema,
  parentDetailsSchema,
  parentPageSchema,
  type SearchParents,
} from '#shared/families/admin-routes';
import type { Profile } from '#shared/families/family';
import { type FamilyId, type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { type SampleFamily, sampleFamily } from '../samples/samples.ts';
import { adminApi } from './admin-api.ts';
import type { Parts, SystemOf } from './system.ts';
import { startTestUserPool } from './test-user-pool.ts';

/** Stores an administrator that is in no list and no count, so that tests count only their own accounts. */
const storeOwner = (table: Table, userId: UserId): Promise<void> => {
  const { id, profile } = sampleFamily({ children: [] });
  const family = familyItem(familyOfHolder({ id, profile: { ...profile, id: userId } }), []);
  return batchPut(table, [
    { ...accountItem({ ...profile, id: userId, family_id: id }), role: 'admin' },
    { ...family, [listAttribute]: undefined },
  ]);
};

/** Creates accounts in a user pool, and acts as an administrator with one. */
export const memberSteps = async ({ table, clock, now, passTime, add }: Parts) => {
  const userPool = await add(startTestUserPool());
  const admin = adminApi({ table, userPool, clock });
  await storeOwner(table, admin.userId);
  const later = (seconds: number): void => passTime(seconds * 1000);

  return {
    userPool,
    later,
    admin,
    userId: admin.userId,
    reset: async (): Promise<void> => {},

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
      const created_at = instantOf(now());
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

    expectCountsToAgree: async (): Promise<void> => {
      const [families, admins] = [await listAllFamilies(table), await listAdminAccounts(table)];
      expect(await getPeopleCounts(table)).toEqual({
        families: families.length,
        admins: admins.filter(({ role_pending }) => !role_pending).length,
      });
    },
  };
};

export type MemberSystem = SystemOf<typeof memberSteps>;
