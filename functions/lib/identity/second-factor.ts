import {
  AdminDeleteSoftwareTokenCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserMFAPreferenceCommand,
  CodeMismatchException,
  EnableSoftwareTokenMFAException,
  InvalidParameterException,
  NotAuthorizedException,
  ResourceNotFoundException,
  SoftwareTokenMFANotFoundException,
  UserNotFoundException,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { UserId } from '#shared/lib/ids';
import type { UserPool } from './users.ts';

const unproved = [
  CodeMismatchException,
  EnableSoftwareTokenMFAException,
  InvalidParameterException,
  NotAuthorizedException,
  SoftwareTokenMFANotFoundException,
];

/** The proved authenticator replaces an earlier one. @param accessToken of a sign-in for the set-up */
export const proveAuthenticator = async (
  { client }: UserPool,
  { accessToken, code }: { accessToken: string; code: string },
): Promise<boolean> => {
  try {
    const { Status } = await client.send(
      new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code }),
    );
    return Status === 'SUCCESS';
  } catch (error) {
    if (unproved.some((kind) => error instanceof kind)) return false;
    throw error;
  }
};

/** Makes sign-ins ask for the code. Idempotent. @returns false without a proved authenticator */
export const askForCode = async ({ client, id }: UserPool, userId: UserId): Promise<boolean> => {
  try {
    await client.send(
      new AdminSetUserMFAPreferenceCommand({
        UserPoolId: id,
        Username: userId,
        SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof InvalidParameterException || error instanceof UserNotFoundException) return false;
    throw error;
  }
};

export const asksForCode = async ({ client, id }: UserPool, userId: UserId): Promise<boolean> => {
  try {
    const { UserMFASettingList = [] } = await client.send(
      new AdminGetUserCommand({ UserPoolId: id, Username: userId }),
    );
    return UserMFASettingList.includes('SOFTWARE_TOKEN_MFA');
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};

/** Sign-ins need the password alone afterwards. Idempotent. */
export const deleteAuthenticator = async ({ client, id }: UserPool, userId: UserId): Promise<void> => {
  try {
    await client.send(new AdminDeleteSoftwareTokenCommand({ UserPoolId: id, Username: userId }));
  } catch (error) {
    const isGone = error instanceof ResourceNotFoundException || error instanceof UserNotFoundException;
    if (!isGone) throw error;
  }
};

/** Failures count like sign-ins. Where the pool asks for no code, the caller must end the tokens (`endSessions`). */
export const isPassword = async (
  { client, id }: UserPool,
  { clientId, userId, password }: { clientId: string; userId: UserId; password: string },
): Promise<boolean> => {
  try {
    await client.send(
      new AdminInitiateAuthCommand({
        UserPoolId: id,
        ClientId: clientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: userId, PASSWORD: password },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof NotAuthorizedException || error instanceof UserNotFoundException) return false;
    throw error;
  }
};
