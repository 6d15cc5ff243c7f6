import { AdminCreateUserCommand, UsernameExistsException } from '@aws-sdk/client-cognito-identity-provider';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { setPassword } from './set-password.ts';
import type { UserPool } from './user-pool.ts';

/** Creates a user with a random temporary password that nobody learns; undefined where the email has a user. */
const createUser = async ({ client, id }: UserPool, email: string): Promise<UserId | undefined> => {
  try {
    const { User } = await client.send(
      new AdminCreateUserCommand({
        UserPoolId: id,
        Username: email,
        MessageAction: 'SUPPRESS',
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'false' },
        ],
      }),
    );
    return userIdSchema.parse(User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value);
  } catch (error) {
    if (error instanceof UsernameExistsException) return undefined;
    throw error;
  }
};

/**
 * Adds a user, who gets no tokens until the email is verified. The password is set by the user's id: the email may have
 * become another attempt's user since.
 * @returns the new user's id, or undefined where the pool has a user of this email, or another attempt deleted the new
 *   one. The SDK retries a request whose answer was lost, so a user of this email may be the new one.
 */
export const addUser = async (
  pool: UserPool,
  { email, password }: { email: string; password: string },
): Promise<UserId | undefined> => {
  const userId = await createUser(pool, email);
  return userId && (await setPassword(pool, userId, password)) ? userId : undefined;
};
