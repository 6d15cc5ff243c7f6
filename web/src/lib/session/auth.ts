import { forgetSessions, readSessions } from '../offline/stored-sessions.ts';
import type { SessionTokens, SignInOutcome } from './amplify.ts';
import { checkEveryMs } from './check-every-ms.ts';
import { getSession, setSession } from './session.ts';
import { hasStoredSession, isSessionKey, removeStoredSession } from './stored-session.ts';

/** A session that expires within this time is renewed, so that no request carries an expired token. */
const renewBeforeMs = 2 * checkEveryMs;

const loadAmplify = () => import('./amplify.ts');

const applyTokens = (tokens: SessionTokens | null): void =>
  setSession(
    tokens
      ? { status: 'signedIn', userId: tokens.userId, role: tokens.role }
      : { status: 'signedOut', byChoice: false },
  );

const readStoredTokens = async (renew = false): Promise<SessionTokens | null> =>
  hasStoredSession() ? (await loadAmplify()).readTokens(renew) : null;

let restored: Promise<void> = Promise.resolve();

/**
 * Sets the session from what this browser has stored: at the start, and after a change by another tab. A stored session
 * that cannot be read (no network) counts as none but stays stored for the next check.
 */
export const restoreSession = (): Promise<void> => {
  restored = readSession();
  return restored;
};

const readSession = async (): Promise<void> => {
  // Without awaiting: the first render of a visitor already has the session of a visitor.
  if (!hasStoredSession()) {
    forgetSessions();
    return applyTokens(null);
  }
  // Removes them when they are old.
  readSessions();
  try {
    applyTokens(await readStoredTokens());
  } catch (failure) {
    console.error('The stored session could not be read', failure);
    applyTokens(null);
  }
};

/** The access token for an API call, renewed if it has expired; null without a session. */
export const accessToken = async (): Promise<string | null> =>
  (await readStoredTokens())?.accessToken ?? null;

/** Signs in by password and sets the session. */
export const signIn = async (email: string, password: string): Promise<SignInOutcome> => {
  const amplify = await loadAmplify();
  // Amplify refuses to sign in while a session is stored, even an invalid one.
  removeStoredSession();
  const outcome = await amplify.signInWithPassword(email, password);
  if (outcome.status === 'signedIn') applyTokens(await amplify.readTokens());
  return outcome;
};

/**
 * Has the signed-in user enter the password again, for requests that need a fresh sign-in. The session stays if it is
 * wrong.
 * @returns whether it is the password of the account
 * @throws ConnectionError when Cognito cannot be reached
 */
export const confirmPassword = async (password: string): Promise<boolean> => {
  const session = getSession();
  if (session.status !== 'signedIn') throw new Error('Nobody is signed in');
  const { readTokens, signInAgain } = await loadAmplify();
  const outcome = await signInAgain(session.userId, password);
  if (outcome.status !== 'signedIn') return false;
  applyTokens(await readTokens());
  return true;
};

/** Ends the session at the user's request. */
export const signOut = async (): Promise<void> => {
  // A pending read would set the session again.
  await restored;
  const { revokeSession } = await loadAmplify();
  await revokeSession();
  removeStoredSession();
  setSession({ status: 'signedOut', byChoice: true });
};

/**
 * Ends the session in this browser without calling Cognito: the API has refused it (ERR-36), or it was ended there by
 * the user (`byChoice`).
 */
export const dropSession = ({ byChoice = false } = {}): void => {
  removeStoredSession();
  setSession({ status: 'signedOut', byChoice });
};

const renewIfNeeded = async (): Promise<void> => {
  const isSignedIn = getSession().status === 'signedIn';
  // They differ after Amplify has removed a session that Cognito refused, and while a stored session cannot be read.
  if (isSignedIn !== hasStoredSession()) return restoreSession();
  if (!isSignedIn) return;
  try {
    const tokens = await readStoredTokens();
    const endsSoon = tokens !== null && tokens.expiresAt - Date.now() < renewBeforeMs;
    applyTokens(endsSoon ? await readStoredTokens(true) : tokens);
  } catch (failure) {
    // The session stays, and the next check tries again.
    console.warn('The session could not be renewed', failure);
  }
};

/**
 * Follows logins and logouts in other tabs, and renews the session before it expires (NTF-07, NTF-08). Returns a stop
 * function.
 */
export const watchSession = (): (() => void) => {
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key === null || isSessionKey(key)) void restoreSession();
  };
  window.addEventListener('storage', followOtherTab);
  const timer = setInterval(() => void renewIfNeeded(), checkEveryMs);
  return () => {
    window.removeEventListener('storage', followOtherTab);
    clearInterval(timer);
  };
};
