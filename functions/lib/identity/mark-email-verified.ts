import {
  AdminUpdateUserAttributesCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { UserId } from '#shared/schemas/ids';
import type { UserPool } from './user-pool.ts';

/**
 * Marks a user's email as verified: from then on the pool makes tokens for the user. The request names the email
 * itself, without which Cognito refuses the mark. Idempotent.
 * @returns false where there is no such user
 */
export const markEmailVerified = async (
  { client, id }: UserPool,
  { userId, email }: { userId: UserId; email: string },
): Promise<boolean> => {
  try {
    await client.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: id,
        Username: userId,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};
