import type { SessionTokens, SignInOutcome } from './amplify.ts';
import { getSession, setSession } from './session.ts';
import { hasStoredSession, isSessionKey, removeStoredSession } from './stored-session.ts';

const checkEveryMs = 30_000;
/** A session that ends within this time is renewed at the next check, so that no request meets its end. */
const renewBeforeMs = 2 * checkEveryMs;

const loadAmplify = () => import('./amplify.ts');

const takeOver = (tokens: SessionTokens | null): void =>
  setSession(
    tokens
      ? { status: 'signedIn', userId: tokens.userId, role: tokens.role }
      : { status: 'signedOut', byChoice: false },
  );

const readStoredTokens = async (renew = false): Promise<SessionTokens | null> =>
  hasStoredSession() ? (await loadAmplify()).readTokens(renew) : null;

let restored: Promise<void> = Promise.resolve();

/**
 * Brings the session in line with what this browser has stored: at the start, and when another tab changed it.
 * A stored session that cannot be read for now (no network) counts as none but stays stored for the next check.
 */
export const restoreSession = (): Promise<void> => {
  restored = readSession();
  return restored;
};

const readSession = async (): Promise<void> => {
  // At once, so that a visitor's first screen is the visitor's.
  if (!hasStoredSession()) return takeOver(null);
  try {
    takeOver(await readStoredTokens());
  } catch (failure) {
    console.error('The stored session could not be read', failure);
    takeOver(null);
  }
};

/** The access token for an API call, renewed if it has expired; null without a session. */
export const accessToken = async (): Promise<string | null> =>
  (await readStoredTokens())?.accessToken ?? null;

/** Signs in by password and takes the session over. */
export const signIn = async (email: string, password: string): Promise<SignInOutcome> => {
  const amplify = await loadAmplify();
  // Amplify refuses to sign in over a session, even one that no longer counts.
  removeStoredSession();
  const outcome = await amplify.signInWithPassword(email, password);
  if (outcome.status === 'signedIn') takeOver(await amplify.readTokens());
  return outcome;
};

/** Ends the session because the person asked to. */
export const signOut = async (): Promise<void> => {
  // What is just being read would come back.
  await restored;
  const { revokeSession } = await loadAmplify();
  await revokeSession();
  removeStoredSession();
  setSession({ status: 'signedOut', byChoice: true });
};

/**
 * Ends the session in this browser without a word to Cognito: the API no longer accepts it (ERR-36), or the person has
 * just ended it there (`byChoice`).
 */
export const dropSession = ({ byChoice = false } = {}): void => {
  removeStoredSession();
  setSession({ status: 'signedOut', byChoice });
};

const renewIfNeeded = async (): Promise<void> => {
  const isSignedIn = getSession().status === 'signedIn';
  // Stored and not taken over, or the other way round: Amplify has dropped a session that Cognito refused for good.
  if (isSignedIn !== hasStoredSession()) return restoreSession();
  if (!isSignedIn) return;
  try {
    const tokens = await readStoredTokens();
    const endsSoon = tokens !== null && tokens.expiresAt - Date.now() < renewBeforeMs;
    takeOver(endsSoon ? await readStoredTokens(true) : tokens);
  } catch (failure) {
    // For now only: the session stays and the next check tries again.
    console.warn('The session could not be renewed', failure);
  }
};

/** Follows other tabs and renews the session before it ends (NTF-07, NTF-08). Returns the way to stop. */
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
