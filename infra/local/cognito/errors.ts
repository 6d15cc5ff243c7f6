import { CognitoError } from 'cognito-local/lib/errors.js';
import type { Clock } from '#functions/lib/clock';

const errorOf = (code: string, message: string) => () => new CognitoError(code, message);
const notAuthorized = (message: string) => errorOf('NotAuthorizedException', message);

// Errors with Cognito's texts, where cognito-local's differ.

export const incorrectCredentials = notAuthorized('Incorrect username or password.');
export const revokedRefreshToken = notAuthorized('Refresh Token has been revoked');
export const signUpNotPermitted = notAuthorized('SignUp is not permitted for this user pool');
const tooManyFailures = notAuthorized('Password attempts exceeded');
export const invalidAccessToken = notAuthorized('Invalid Access Token');
/** An access token of a session that was ended. Other services take it until it expires. */
export const revokedAccessToken = notAuthorized('Access Token has been revoked');
export const missingScope = notAuthorized('Access Token does not have required scopes');
export const expiredChallenge = notAuthorized('Invalid session for the user, session is expired.');

/** A refresh token that was exchanged for another one, after the grace period of its rotation. */
export const reusedRefreshToken = errorOf('RefreshTokenReuseException', 'Refresh token reuse detected');
export const unknownUser = errorOf('UserNotFoundException', 'User does not exist.');
export const shortPassword = errorOf(
  'InvalidPasswordException',
  'Password did not conform with policy: Password not long enough',
);
export const flowNotEnabled = (flow: string) =>
  new CognitoError('InvalidParameterException', `${flow} flow not enabled for this client`);
export const missingSignature = errorOf(
  'MissingAuthenticationTokenException',
  'Missing Authentication Token',
);

export const wrongCode = errorOf('CodeMismatchException', 'Invalid code received for user');
export const usedCode = errorOf('ExpiredCodeException', 'Your software token has already been used once.');
export const wrongFirstCode = errorOf('EnableSoftwareTokenMFAException', 'Code mismatch');
export const noTokenToDelete = errorOf('ResourceNotFoundException', 'User does not have a software token');
export const noSoftwareToken = errorOf(
  'InvalidParameterException',
  'User has not verified software token mfa',
);

const freeFailures = 5;
const longestDelayMs = 15 * 60 * 1_000;

/**
 * Cognito's rule: after five failures, by password or code, each further one doubles the delay, from a second to 15 minutes.
 */
export const createAttempts = (clock: Clock) => {
  const failures = new Map<string, { readonly count: number; readonly lockedUntil: number }>();
  return {
    check: (userId: string): void => {
      if ((failures.get(userId)?.lockedUntil ?? 0) > clock().getTime()) throw tooManyFailures();
    },
    failed: (userId: string): void => {
      const count = (failures.get(userId)?.count ?? 0) + 1;
      const delay = count < freeFailures ? 0 : Math.min(longestDelayMs, 1_000 * 2 ** (count - freeFailures));
      failures.set(userId, { count, lockedUntil: clock().getTime() + delay });
    },
    succeeded: (userId: string): void => {
      failures.delete(userId);
    },
  };
};

export type Attempts = ReturnType<typeof createAttempts>;
