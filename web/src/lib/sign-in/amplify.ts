import { Amplify } from 'aws-amplify';
import { AuthError, confirmSignIn, fetchAuthSession, setUpTOTP, signIn, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import type { KeyValueStorageInterface } from 'aws-amplify/utils';
import { brand } from '#shared/brand';
import { emailNotVerifiedRefusal, factorSetUpMetadata } from '#shared/roles';
import { ConnectionError } from '../api/api-error.ts';
import { siteConfig } from '../api/config.ts';
import { type Tokens, tokensOf } from './tokens.ts';

/** The last words of the storage keys that a sign-in needs. */
const neededKeys = ['.accessToken', '.refreshToken', '.clockDrift', '.LastAuthUser'];

// Without personal data: the id token and the sign-in details contain the email address and are not needed.
const tokenStorage: KeyValueStorageInterface = {
  setItem: async (key, value) => {
    if (neededKeys.some((end) => key.endsWith(end))) localStorage.setItem(key, value);
  },
  getItem: async (key) => localStorage.getItem(key),
  removeItem: async (key) => localStorage.removeItem(key),
  clear: async () => localStorage.clear(),
};

// Only auth.ts loads this file, to sign in and out and to renew a sign-in.

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

const toConnectionError = (failure: unknown): unknown =>
  failure instanceof Error && failure.name === 'NetworkError' ? new ConnectionError(failure) : failure;

// Final refusals of a renewal. Amplify removes the tokens at each of them, but returns no tokens only for `NotAuthorizedException`
// and throws the others: a token that a request with a lost answer has used already, and a deleted user.
const endingRefusals = ['RefreshTokenReuseException', 'UserNotFoundException'];

/**
 * Returns the tokens, renewed when expired (or always, with `renew`); null without a sign-in. Amplify retries a failed
 * renewal with exponential backoff from 200 ms, and removes a sign-in that Cognito refuses.
 * @throws ConnectionError when Cognito cannot be reached
 */
export const readTokens = async (renew = false): Promise<Tokens | null> => {
  const { tokens } = await fetchAuthSession({ forceRefresh: renew }).catch((failure: unknown) => {
    if (failure instanceof AuthError && endingRefusals.includes(failure.name)) return { tokens: undefined };
    throw toConnectionError(failure);
  });
  return tokens ? tokensOf(tokens.accessToken.toString(), tokens.accessToken.payload) : null;
};

export type SignInOutcome =
  | { readonly status: 'signedIn' }
  /** The password is correct but the email address is not verified: no sign-in. */
  | { readonly status: 'unverified' }
  | { readonly status: 'codeNeeded' }
  | { readonly status: 'wrongCode' }
  /** The code was right but has been used. The next one will do. */
  | { readonly status: 'usedCode' }
  | { readonly status: 'refused'; readonly message: string | null };

/** Rethrows errors that are not Cognito's refusals. */
const outcomeOf = (failure: unknown): SignInOutcome => {
  if (!(failure instanceof AuthError)) throw toConnectionError(failure);
  if (failure.message.includes(emailNotVerifiedRefusal)) return { status: 'unverified' };
  if (failure.name === 'CodeMismatchException') return { status: 'wrongCode' };
  if (failure.name === 'ExpiredCodeException') return { status: 'usedCode' };
  // For `Unknown`, Amplify wrote the text itself because it could not parse the answer.
  return { status: 'refused', message: failure.name === 'Unknown' ? null : failure.message };
};

/** Amplify stores a sign-in that waits for its code, with the email address, to survive a reload. */
const forgetUnfinished = (): void => {
  for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith('CognitoSignInState.')))
    sessionStorage.removeItem(key);
};

export interface Credentials {
  readonly password: string;
  readonly code?: string | undefined;
}

/** Only tokens of the purpose `second-factor` may set up a second factor. */
export type Purpose = 'session' | 'second-factor';

/**
 * Signs in with Cognito by SRP, which does not send the password. Every attempt needs the password, because Cognito's
 * own challenge for the code ends after three minutes, which can be too short to find a phone.
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

const memoryStorage = (values: Map<string, string>): KeyValueStorageInterface => ({
  setItem: async (key, value) => void values.set(key, value),
  getItem: async (key) => values.get(key) ?? null,
  removeItem: async (key) => void values.delete(key),
  clear: async () => values.clear(),
});

/**
 * Replaces the present sign-in, which Amplify alone refuses to do. New tokens stay in memory until they are complete,
 * so a refusal leaves the present sign-in.
 * @throws ConnectionError when Cognito cannot be reached
 */
export const signInAgain = async (
  username: string,
  credentials: Credentials,
  purpose?: Purpose,
): Promise<SignInOutcome> => {
  const values = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage(memoryStorage(values));
  try {
    const outcome = await signInWithPassword(username, credentials, purpose);
    if (outcome.status === 'signedIn') {
      for (const [key, value] of values) await tokenStorage.setItem(key, value);
    }
    return outcome;
  } finally {
    cognitoUserPoolsTokenProvider.setKeyValueStorage(tokenStorage);
  }
};

export interface AuthenticatorKey {
  readonly key: string;
  /** The key with names, for a QR code: `otpauth://`. */
  readonly uri: string;
}

/**
 * Makes a key for the authenticator app of a user who signed in for this purpose. The key has no effect before its first code.
 * @param email the name of the account in the app
 * @throws ConnectionError when Cognito cannot be reached
 */
export const makeAuthenticatorKey = async (email: string): Promise<AuthenticatorKey> => {
  const { sharedSecret, getSetupUri } = await setUpTOTP().catch((failure: unknown) => {
    throw toConnectionError(failure);
  });
  return { key: sharedSecret, uri: getSetupUri(brand.name, email).href };
};

/** Amplify ignores failures (ERR-35). */
export const revokeTokens = (): Promise<void> => signOut();
