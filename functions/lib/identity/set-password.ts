import {
  AdminSetUserPasswordCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { UserId } from '#shared/schemas/ids';
import type { UserPool } from './user-pool.ts';

/** Sets a user's password, which the user need not change; false where there is no such user. */
export const setPassword = async (
  { client, id }: UserPool,
  userId: UserId,
  password: string,
): Promise<boolean> => {
  try {
    await client.send(
      new AdminSetUserPasswordCommand({
        UserPoolId: id,
        Username: userId,
        Password: password,
        Permanent: true,
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};
