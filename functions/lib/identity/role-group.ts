import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { GrantedRole } from '#shared/roles';
import type { UserId } from '#shared/schemas/ids';
import type { UserPool } from './user-pool.ts';

/** False where there is no such user. */
const existed = async (answer: Promise<unknown>): Promise<boolean> => {
  try {
    await answer;
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};

/**
 * Adds a user to the group of a role. Idempotent. Tokens name the group from the next refresh on.
 * @returns false where there is no such user
 */
export const addToGroup = ({ client, id }: UserPool, userId: UserId, role: GrantedRole): Promise<boolean> =>
  existed(client.send(new AdminAddUserToGroupCommand({ UserPoolId: id, Username: userId, GroupName: role })));

/**
 * Removes a user from the group of a role. Idempotent.
 * @returns false where there is no such user
 */
export const removeFromGroup = (
  { client, id }: UserPool,
  userId: UserId,
  role: GrantedRole,
): Promise<boolean> =>
  existed(
    client.send(new AdminRemoveUserFromGroupCommand({ UserPoolId: id, Username: userId, GroupName: role })),
  );
