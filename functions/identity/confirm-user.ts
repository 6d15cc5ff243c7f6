import {
  AdminConfirmSignUpCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { UserId } from '#shared/schemas/ids';
import type { UserPool } from './user-pool.ts';

/** The pool reports this by its text only: "User cannot be confirmed. Current status is CONFIRMED". */
const isConfirmedAlready = (error: unknown): boolean =>
  error instanceof NotAuthorizedException && error.message.endsWith('status is CONFIRMED');

/** Confirms a user, who can then sign in; false where there is no such user. Idempotent. */
export const confirmUser = async ({ client, id }: UserPool, userId: UserId): Promise<boolean> => {
  try {
    await client.send(new AdminConfirmSignUpCommand({ UserPoolId: id, Username: userId }));
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    if (isConfirmedAlready(error)) return true;
    throw error;
  }
};
