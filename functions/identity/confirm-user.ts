import {
  AdminConfirmSignUpCommand,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { UserId } from '#shared/schemas/ids';
import type { UserPool } from './user-pool.ts';

/** The pool has no code of its own for this: "User cannot be confirmed. Current status is CONFIRMED". */
const isConfirmedAlready = (error: unknown): boolean =>
  error instanceof NotAuthorizedException && error.message.endsWith('status is CONFIRMED');

/** Lets a user sign in from now on; false where there is none. One who may already is fine. */
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
