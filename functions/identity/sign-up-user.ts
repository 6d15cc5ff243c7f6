import { SignUpCommand, UsernameExistsException } from '@aws-sdk/client-cognito-identity-provider';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import type { UserPool } from './user-pool.ts';

/**
 * Creates a user, who cannot sign in until confirmed.
 * @returns the new user's id, or undefined where the pool has a user of this email. The SDK retries a request whose
 *   answer was lost, so that user may be the new one.
 */
export const signUpUser = async (
  { client, clientId }: UserPool,
  { email, password }: { email: string; password: string },
): Promise<UserId | undefined> => {
  try {
    const { UserSub } = await client.send(
      new SignUpCommand({ ClientId: clientId, Username: email, Password: password }),
    );
    return userIdSchema.parse(UserSub);
  } catch (error) {
    if (error instanceof UsernameExistsException) return undefined;
    throw error;
  }
};
