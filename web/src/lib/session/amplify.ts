import { Amplify } from 'aws-amplify';
import { AuthError, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { roleOfGroups } from '#shared/roles';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { ConnectionError } from '../api/api-error.ts';
import { siteConfig } from '../api/config.ts';
import type { Role } from './session.ts';
import { tokenStorage } from './token-storage.ts';

// The only file that imports Amplify; auth.ts loads it when someone signs in or holds a session.

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

/** Amplify's failure for a request without an answer as ours; any other as it is. */
const asConnectionError = (failure: unknown): unknown =>
  failure instanceof Error && failure.name === 'NetworkError' ? new ConnectionError(failure) : failure;

/** What the rest of the site needs of a session's tokens. `expiresAt` is in epoch milliseconds. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly userId: UserId;
  readonly role: Role;
  readonly expiresAt: number;
}

/**
 * The session's tokens, renewed if they have expired (or always, with `renew`), or null without a session. Amplify
 * repeats a renewal that failed for the moment after 200 ms and doubling, and forgets a session that Cognito refuses;
 * what still fails is thrown, as a `ConnectionError` without an answer.
 */
export const readTokens = async (renew = false): Promise<SessionTokens | null> => {
  const { tokens } = await fetchAuthSession({ forceRefresh: renew }).catch((failure: unknown) => {
    throw asConnectionError(failure);
  });
  if (!tokens) return null;
  const { sub, exp = 0, 'cognito:groups': groups } = tokens.accessToken.payload;
  return {
    accessToken: tokens.accessToken.toString(),
    userId: userIdSchema.parse(sub),
    role: roleOfGroups(Array.isArray(groups) ? groups : []),
    expiresAt: exp * 1_000,
  };
};

/** How a sign-in ended. `message`: Cognito's own text for the refusal, or null when none came (ERR-27). */
export type SignInOutcome =
  | { readonly status: 'signedIn' }
  /** The password is right, but the email address is not confirmed: no session. */
  | { readonly status: 'unverified' }
  | { readonly status: 'refused'; readonly message: string | null };

/** Tells Cognito's refusals, which are an outcome, from everything else, which is thrown. */
const outcomeOf = (failure: unknown): SignInOutcome => {
  if (!(failure instanceof AuthError)) throw asConnectionError(failure);
  if (failure.name === 'UserNotConfirmedException') return { status: 'unverified' };
  // Amplify's own name and text for an answer that it could not read.
  return { status: 'refused', message: failure.name === 'Unknown' ? null : failure.message };
};

/** Checks the password with Cognito (SRP: it never leaves the browser). Throws `ConnectionError` without an answer. */
export const signInWithPassword = async (email: string, password: string): Promise<SignInOutcome> => {
  try {
    const { isSignedIn, nextStep } = await signIn({ username: email, password });
    if (isSignedIn) return { status: 'signedIn' };
    if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return { status: 'unverified' };
    throw new Error(`Sign-in asked for ${nextStep.signInStep}, which this product does not use`);
  } catch (failure) {
    return outcomeOf(failure);
  }
};

/** Revokes the session with Cognito. A refusal or an unreachable server is of no consequence here (ERR-35). */
export const revokeSession = (): Promise<void> => signOut();
