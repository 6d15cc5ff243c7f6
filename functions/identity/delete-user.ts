import { AdminDeleteUserCommand, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import type { UserId } from '#shared/schemas/ids';
import type { ManagedPool } from './user-pool.ts';

/** Deletes one user by id, so that nobody else with the same email can be meant; one who is gone is fine. */
export const deleteUser = async ({ client, id }: ManagedPool, userId: UserId): Promise<void> => {
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId: id, Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
};
