import { AdminDeleteUserCommand, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import type { UserId } from '#shared/schemas/ids';
import type { UserPool } from './user-pool.ts';

/** Deletes a user by id: another user may have the same email by now. Idempotent. */
export const deleteUser = async ({ client, id }: UserPool, userId: UserId): Promise<void> => {
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId: id, Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
};
