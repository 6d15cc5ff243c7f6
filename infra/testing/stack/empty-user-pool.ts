import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { UserPool } from '#functions/lib/identity/user-pool';
import { deleteUser } from '#functions/lib/identity/users';
import { userIdSchema } from '#shared/schemas/ids';

/** Deletes all users of a pool. */
export const emptyUserPool = async (pool: UserPool): Promise<void> => {
  const { Users = [] } = await pool.client.send(new ListUsersCommand({ UserPoolId: pool.id }));
  for (const { Username } of Users) await deleteUser(pool, userIdSchema.parse(Username));
};
