import { Amplify } from 'aws-amplify';
import { AuthError, confirmSignIn, fetchAuthSession, setUpTOTP, signIn, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import type { KeyValueStorageInterface } from 'aws-amplify/utils';
import { brand } from '#shared/brand';
import { emailNotVerifiedRefusal, factorSetUpMetadata } from '#shared/roles';
import { ConnectionError } from '../api/api-error.ts';
import { siteConfig } from '../api/config.ts';
import { type Tokens, tokensOf } from './tokens.ts';

/** Ends of the keys that a sign-in needs. */
const neededKeys = ['.accessToken', '.refreshToken', '.clockDrift', '.LastAuthUser'];

/**
 * Amplify's storage: local storage without personal data. The id token and the sign-in details contain the email
 * address and are not needed, so they are not stored.
 */
const tokenStorage: KeyValueStorageInterface = {
  setItem: async (key, value) => {
    if (neededKeys.some((end) => key.endsWith(end))) localStorage.setItem(key, value);
  },
  getItem: async (key) => localStorage.getItem(key),
  removeItem: async (key) => localStorage.removeItem(key),
  clear: async () => localStorage.clear(),
};

// The only file that imports Amplify. auth.ts loads it to sign in and out, and to renew a sign-in.

const { userPoolId, userPoolClientId, userPoolEndpoint } = siteConfig();
Amplify.configure({
  Auth: {
    Cognito: {
      userPoolId,
      userPoolClientId,
      ...(userPoolEndpoint === undefined ? {} : { userPoolEndpoint }),
    },
  },
});
cognitoUserPoolsTokenProvider.setKeyValueStorage(tokenStorage);

/** Converts Amplify's network error to `ConnectionError`; returns other errors unchanged. */
const asConnectionError = (failure: unknown): unknown =>
  failure instanceof Error && failure.name === 'NetworkError' ? new ConnectionError(failure) : failure;

/**
 * Refusals of a renewal for good. Amplify removes the tokens at each of them, and answers only `NotAuthorizedException` with
 * no tokens; the others it throws: a token that was exchanged before, by a request whose answer was lost, and a user who
 * was deleted.
 */
const endingRefusals = ['RefreshTokenReuseException', 'UserNotFoundException'];

/**
 * The sign-in's tokens, renewed when expired (or always, with `renew`); null without a sign-in. Amplify retries a
 * failed renewal with exponential backoff from 200 ms, and removes a sign-in that Cognito refuses.
 * @throws ConnectionError when Cognito cannot be reached
 */
export const readTokens = async (renew = false): Promise<Tokens | null> => {
  const { tokens } = await fetchAuthSession({ forceRefresh: renew }).catch((failure: unknown) => {
    if (failure instanceof AuthError && endingRefusals.includes(failure.name)) return { tokens: undefined };
    throw asConnectionError(failure);
  });
  return tokens ? tokensOf(tokens.accessToken.toString(), tokens.accessToken.payload) : null;
};

/** Outcome of a sign-in. `message`: Cognito's text for the refusal, or null without one (ERR-27). */
export type SignInOutcome =
  | { readonly status: 'signedIn' }
  /** The password is correct but the email address is not verified: no sign-in. */
  | { readonly status: 'unverified' }
  /** The password is correct, and the account needs the code of its authenticator too. */
  | { readonly status: 'codeNeeded' }
  | { readonly status: 'wrongCode' }
  /** The code is right, but has signed in already. The next one is good. */
  | { readonly status: 'usedCode' }
  | { readonly status: 'refused'; readonly message: string | null };

/** The outcome of a refusal by Cognito; rethrows all other errors. */
const outcomeOf = (failure: unknown): SignInOutcome => {
  if (!(failure instanceof AuthError)) throw asConnectionError(failure);
  if (failure.message.includes(emailNotVerifiedRefusal)) return { status: 'unverified' };
  if (failure.name === 'CodeMismatchException') return { status: 'wrongCode' };
  if (failure.name === 'ExpiredCodeException') return { status: 'usedCode' };
  // `Unknown`: Amplify could not parse the answer and wrote the text itself.
  return { status: 'refused', message: failure.name === 'Unknown' ? null : failure.message };
};

/** Amplify keeps a sign-in that waits for its code, with the email address, for a reload of the page. */
const forgetUnfinished = (): void => {
  for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith('CognitoSignInState.')))
    sessionStorage.removeItem(key);
};

/** What a person enters to sign in. */
export interface Credentials {
  readonly password: string;
  /** Of the authenticator: six digits. Accounts without a second factor need none. */
  readonly code?: string | undefined;
}

/** What a sign-in is for. The tokens of no other one may set up a second factor. */
export type Purpose = 'session' | 'second-factor';

/**
 * Signs in with Cognito by SRP, which does not send the password. Every attempt has the password: Cognito's own challenge
 * for the code ends after three minutes, in which a phone is not always found.
 * @throws ConnectionError when Cognito cannot be reached
 */
export const signInWithPassword = async (
  email: string,
  { password, code }: Credentials,
  purpose: Purpose = 'session',
): Promise<SignInOutcome> => {
  const options = purpose === 'second-factor' ? { clientMetadata: { ...factorSetUpMetadata } } : {};
  try {
    let { isSignedIn, nextStep } = await signIn({ username: email, password, options });
    if (nextStep.signInStep === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE') {
      if (!code) return { status: 'codeNeeded' };
      ({ isSignedIn, nextStep } = await confirmSignIn({ challengeResponse: code, options }));
    }
    if (isSignedIn) return { status: 'signedIn' };
    throw new Error(`Sign-in asked for ${nextStep.signInStep}, which this product does not use`);
  } catch (failure) {
    return outcomeOf(failure);
  } finally {
    forgetUnfinished();
  }
};

const memoryStorage = (entries: Map<string, string>): KeyValueStorageInterface => ({
  setItem: async (key, value) => void entries.set(key, value),
  getItem: async (key) => entries.get(key) ?? null,
  removeItem: async (key) => void entries.delete(key),
  clear: async () => entries.clear(),
});

/**
 * Signs in while there is a sign-in, which Amplify refuses, and replaces the sign-in. After a refusal it stays: the new
 * tokens are in memory until they are complete.
 * @throws ConnectionError when Cognito cannot be reached
 */
export const signInAgain = async (
  username: string,
  credentials: Credentials,
  purpose?: Purpose,
): Promise<SignInOutcome> => {
  const entries = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage(memoryStorage(entries));
  try {
    const outcome = await signInWithPassword(username, credentials, purpose);
    if (outcome.status === 'signedIn') {
      for (const [key, value] of entries) await tokenStorage.setItem(key, value);
    }
    return outcome;
  } finally {
    cognitoUserPoolsTokenProvider.setKeyValueStorage(tokenStorage);
  }
};

/** A new key for an authenticator app, which changes nothing until a code of it was right. */
export interface AuthenticatorKey {
  /** Base 32. */
  readonly key: string;
  /** The same with names, for a QR code: `otpauth://`. */
  readonly uri: string;
}

/**
 * Makes a key for the authenticator of the user, whose sign-in was for it.
 * @param email the name of the account in the app
 * @throws ConnectionError when Cognito cannot be reached
 */
export const makeAuthenticatorKey = async (email: string): Promise<AuthenticatorKey> => {
  const { sharedSecret, getSetupUri } = await setUpTOTP().catch((failure: unknown) => {
    throw asConnectionError(failure);
  });
  return { key: sharedSecret, uri: getSetupUri(brand.name, email).href };
};

/** Revokes the sign-in with Cognito; Amplify ignores failures (ERR-35). */
export const revokeTokens = (): Promise<void> => signOut();
