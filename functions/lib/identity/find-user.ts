import { AdminGetUserCommand, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import type { UserPool } from './user-pool.ts';

/** The id of the user with this email, or undefined. */
export const findUser = async ({ client, id }: UserPool, email: string): Promise<UserId | undefined> => {
  try {
    const { UserAttributes = [] } = await client.send(
      new AdminGetUserCommand({ UserPoolId: id, Username: email }),
    );
    return userIdSchema.parse(UserAttributes.find(({ Name }) => Name === 'sub')?.Value);
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
};
