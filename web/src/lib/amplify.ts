import { Amplify } from 'aws-amplify';
import { AuthError, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { userIdSchema } from '#shared/schemas/ids';
import { siteConfig } from './config.ts';
import type { Role } from './session.ts';

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

const adminGroup = 'admin';

/** What the rest of the site needs of a session's tokens. `expiresAt` is in epoch milliseconds. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly userId: ReturnType<typeof userIdSchema.parse>;
  readonly role: Role;
  readonly expiresAt: number;
}

/**
 * The session's tokens, renewed if they have expired (or always, with `renew`), or null without a session. Amplify
 * repeats a renewal that failed for the moment after 200 ms and doubling, and forgets a session that Cognito refuses;
 * what still fails is thrown.
 */
export const readTokens = async (renew = false): Promise<SessionTokens | null> => {
  const { tokens } = await fetchAuthSession({ forceRefresh: renew });
  if (!tokens) return null;
  const { sub, exp = 0, 'cognito:groups': groups } = tokens.accessToken.payload;
  return {
    accessToken: tokens.accessToken.toString(),
    userId: userIdSchema.parse(sub),
    role: Array.isArray(groups) && groups.includes(adminGroup) ? 'admin' : 'parent',
    expiresAt: exp * 1_000,
  };
};

/** Checks the password with Cognito (SRP: it never leaves the browser). Throws Cognito's refusal. */
export const signInWithPassword = async (
  email: string,
  password: string,
): Promise<'signedIn' | 'unverified'> => {
  try {
    const { isSignedIn, nextStep } = await signIn({ username: email, password });
    if (isSignedIn) return 'signedIn';
    if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return 'unverified';
    throw new Error(`Sign-in asked for ${nextStep.signInStep}, which this product does not use`);
  } catch (failure) {
    if (failure instanceof AuthError && failure.name === 'UserNotConfirmedException') return 'unverified';
    throw failure;
  }
};

/** Amplify's names for failures that are not an answer of Cognito. */
const notFromServer = ['NetworkError', 'Unknown', 'UnexpectedSignInInterruptionException'];

/** Cognito's own message for a refused sign-in, or null when none came (ERR-27). */
export const serverMessage = (failure: unknown): string | null =>
  failure instanceof AuthError && !notFromServer.includes(failure.name) ? failure.message : null;

/** Revokes the session with Cognito. A refusal or an unreachable server is of no consequence here (ERR-35). */
export const revokeSession = (): Promise<void> => signOut();
