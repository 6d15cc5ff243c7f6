import { CognitoError } from 'cognito-local/lib/errors.js';

/** Errors with Cognito's texts, where cognito-local's differ. */
export const incorrectCredentials = () =>
  new CognitoError('NotAuthorizedException', 'Incorrect username or password.');

export const revokedRefreshToken = () =>
  new CognitoError('NotAuthorizedException', 'Refresh Token has been revoked');

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
