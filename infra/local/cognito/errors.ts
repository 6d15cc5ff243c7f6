import { CognitoError } from 'cognito-local/lib/errors.js';
import type { Clock } from '#functions/lib/clock';

/** Errors with Cognito's texts, where cognito-local's differ. */
export const incorrectCredentials = () =>
  new CognitoError('NotAuthorizedException', 'Incorrect username or password.');

export const revokedRefreshToken = () =>
  new CognitoError('NotAuthorizedException', 'Refresh Token has been revoked');

/** A refresh token that was exchanged for another one, after the grace period of its rotation. */
export const reusedRefreshToken = () =>
  new CognitoError('RefreshTokenReuseException', 'Refresh token reuse detected');

export const unknownUser = () => new CognitoError('UserNotFoundException', 'User does not exist.');

/** What Cognito answers where only administrators create users. */
export const signUpNotPermitted = () =>
  new CognitoError('NotAuthorizedException', 'SignUp is not permitted for this user pool');

export const shortPassword = () =>
  new CognitoError(
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
  );

export const flowNotEnabled = (flow: string) =>
  new CognitoError('InvalidParameterException', `${flow} flow not enabled for this client`);

export const missingSignature = () =>
  new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token');

const tooManyFailures = () => new CognitoError('NotAuthorizedException', 'Password attempts exceeded');

export const invalidAccessToken = () => new CognitoError('NotAuthorizedException', 'Invalid Access Token');

/** An access token of a session that was ended. Other services take it until it expires. */
export const revokedAccessToken = () =>
  new CognitoError('NotAuthorizedException', 'Access Token has been revoked');

export const missingScope = () =>
  new CognitoError('NotAuthorizedException', 'Access Token does not have required scopes');

export const expiredChallenge = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.');

/** A wrong code at sign-in. */
export const wrongCode = () => new CognitoError('CodeMismatchException', 'Invalid code received for user');

export const usedCode = () =>
  new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');

/** A wrong code while a software token is set up. */
export const wrongFirstCode = () => new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch');

/** There is nothing to delete. */
export const noTokenToDelete = () =>
  new CognitoError('ResourceNotFoundException', 'User does not have a software token');

export const noSoftwareToken = () =>
  new CognitoError('InvalidParameterException', 'User has not verified software token mfa');

const freeFailures = 5;
const longestDelayMs = 15 * 60 * 1_000;

/**
 * Counts failed attempts to sign in, by password and by code alike, as Cognito does: after five failures each further one
 * doubles the delay, from a second to 15 minutes. An attempt during the delay is refused without a look at it.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html
 */
export const createAttempts = (clock: Clock) => {
  const failures = new Map<string, { readonly count: number; readonly lockedUntil: number }>();
  return {
    /** @throws CognitoError during the delay */
    check: (userId: string): void => {
      if ((failures.get(userId)?.lockedUntil ?? 0) > clock().getTime()) throw tooManyFailures();
    },
    failed: (userId: string): void => {
      const count = (failures.get(userId)?.count ?? 0) + 1;
      const delay = count < freeFailures ? 0 : Math.min(longestDelayMs, 1_000 * 2 ** (count - freeFailures));
      failures.set(userId, { count, lockedUntil: clock().getTime() + delay });
    },
    /** A complete sign-in: with the code, where one is asked for. */
    succeeded: (userId: string): void => {
      failures.delete(userId);
    },
  };
};

export type Attempts = ReturnType<typeof createAttempts>;
