import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { adminGroup } from '#shared/roles';
import type { UserId } from '#shared/schemas/ids';
import type { ManagedPool } from './user-pool.ts';

/**
 * Puts a user into the group of administrators; one who is in it already is fine. Tokens say so from the next refresh.
 * @returns false where there is no such user
 */
export const addToAdmins = async ({ client, id }: ManagedPool, userId: UserId): Promise<boolean> => {
  try {
    await client.send(
      new AdminAddUserToGroupCommand({ UserPoolId: id, Username: userId, GroupName: adminGroup }),
    );
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};

/**
 * Takes a user out of the group of administrators; one who is not in it is fine.
 * @returns false where there is no such user
 */
export const removeFromAdmins = async ({ client, id }: ManagedPool, userId: UserId): Promise<boolean> => {
  try {
    await client.send(
      new AdminRemoveUserFromGroupCommand({ UserPoolId: id, Username: userId, GroupName: adminGroup }),
    );
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};
