import { renewBeforeMs } from '#shared/document-script';
import type { UserId } from '#shared/lib/ids';
import { siteConfig } from '../api/config.ts';
import { tryStorage } from '../browser/try-storage.ts';
import { removeOldUnsent } from '../offline/coach-account.ts';
import { forgetSessions, readSessions } from '../offline/stored-sessions.ts';
import type { Credentials, Purpose, SignInOutcome } from './amplify.ts';
import { awaitedLogin, getSignIn, setSignIn } from './sign-in.ts';
import { hasStoredTokens, isTokenKey, removeStoredTokens, usableAccess } from './stored-tokens.ts';
import { type Tokens, tokensOf } from './tokens.ts';

/** In milliseconds, so short that a token is renewed in time (`renewBeforeMs`). */
const checkEveryMs = renewBeforeMs / 2;

const loadAmplify = () => import('./amplify.ts');

/** A logout by choice sets and removes this key, so that other tabs notice the logout. */
const logoutKey = 'logged-out';
const tellOfLogout = (): void =>
  tryStorage(() => {
    localStorage.setItem(logoutKey, '');
    localStorage.removeItem(logoutKey);
  });

/** Whether a person has logged out in another tab. */
let isLoggedOut = false;

/** Sets that the sign-in has ended, by itself or by a logout in a tab. @param wasRefused whether the browser had stored one */
const applyEnd = (wasRefused: boolean): void => {
  const before = getSignIn();
  const had = before.status === 'signedIn' || (before.status === 'signedOut' && before.hasEnded);
  const hasEnded = (had || wasRefused) && !isLoggedOut;
  setSignIn({ status: 'signedOut', byChoice: false, ...(hasEnded && { hasEnded }) });
};

const applyTokens = (tokens: Tokens | null, wasRefused = false): void => {
  if (tokens) {
    if (getSignIn().status !== 'signedIn') isLoggedOut = false;
    const { userId, role, tokenRole } = tokens;
    setSignIn({ status: 'signedIn', userId, role, tokenRole });
  } else applyEnd(wasRefused);
};

/** Stored tokens that need no renewal. Amplify would read the same, so it is not loaded for them (NET-02). */
const usableTokens = (): Tokens | undefined => {
  const access = usableAccess(siteConfig().userPoolClientId);
  return access && tokensOf(access.token, access.claims);
};

const readStoredTokens = async (renew = false): Promise<Tokens | null> =>
  hasStoredTokens() ? (!renew && usableTokens()) || (await loadAmplify()).readTokens(renew) : null;

let restored: Promise<void> = Promise.resolve();

/** Sets the stored sign-in. One that cannot be read (no network) counts as none, but stays stored for the next check. */
export const restoreSignIn = (): Promise<void> => {
  restored = readSignIn();
  return restored;
};

const readSignIn = async (): Promise<void> => {
  removeOldUnsent();
  // This does not await, so that the first render of a visitor knows that there is no sign-in.
  if (!hasStoredTokens()) {
    forgetSessions();
    return applyTokens(null);
  }
  // Reading removes old sessions.
  readSessions();
  try {
    // This does not await usable tokens, because the screen calls the API in its first render.
    applyTokens(usableTokens() ?? (await readStoredTokens()), true);
  } catch (failure) {
    console.error('The stored sign-in could not be read', failure);
    applyTokens(null);
  }
};

/** The access token, renewed if expired; null without a sign-in. A page that waits for a login waits here for the same person. */
export const accessToken = async (): Promise<string | null> => {
  const awaited = awaitedLogin();
  await awaited?.over;
  const tokens = await readStoredTokens();
  return tokens && (!awaited || tokens.userId === awaited.userId) ? tokens.accessToken : null;
};

/** Returns the token of an account whose data no other may send. @throws Error where another account is signed in */
export const accessTokenOf = async (userId: UserId): Promise<string | null> => {
  const tokens = await readStoredTokens();
  if (tokens && tokens.userId !== userId) throw new Error('Another account is signed in');
  return tokens?.accessToken ?? null;
};

export const signIn = async (email: string, credentials: Credentials): Promise<SignInOutcome> => {
  const amplify = await loadAmplify();
  // Amplify refuses to sign in while any sign-in is stored, even an invalid one.
  removeStoredTokens();
  const outcome = await amplify.signInWithPassword(email, credentials);
  if (outcome.status === 'signedIn') applyTokens(await amplify.readTokens());
  return outcome;
};

/** Makes a fresh sign-in, or leaves the present one. @throws ConnectionError when Cognito cannot be reached */
export const confirmIdentity = async (
  credentials: Credentials,
  purpose?: Purpose,
): Promise<SignInOutcome> => {
  const current = getSignIn();
  if (current.status !== 'signedIn') throw new Error('Nobody is signed in');
  const { readTokens, signInAgain } = await loadAmplify();
  const outcome = await signInAgain(current.userId, credentials, purpose);
  if (outcome.status === 'signedIn') applyTokens(await readTokens());
  return outcome;
};

export const signOut = async (): Promise<void> => {
  // A pending read would set the sign-in again.
  await restored;
  tellOfLogout();
  try {
    await (await loadAmplify()).revokeTokens();
  } catch (failure) {
    // Without a network, Amplify may not be loaded. The sign-in still ends in this browser (ERR-35).
    console.warn('The sign-in could not be revoked', failure);
  }
  removeStoredTokens();
  setSignIn({ status: 'signedOut', byChoice: true });
};

/** Ends the sign-in in this browser alone: the API has refused it (ERR-36), or the user has ended it there (`byChoice`). */
export const dropSignIn = ({ byChoice = false } = {}): void => {
  if (byChoice) tellOfLogout();
  removeStoredTokens();
  if (byChoice) setSignIn({ status: 'signedOut', byChoice });
  else applyEnd(true);
};

const renewIfNeeded = async (): Promise<void> => {
  removeOldUnsent();
  const isSignedIn = getSignIn().status === 'signedIn';
  if (isSignedIn !== hasStoredTokens()) return restoreSignIn();
  if (!isSignedIn) return;
  try {
    // This loads Amplify in time: a release may remove its file before the first renewal.
    await loadAmplify();
    const tokens = await readStoredTokens();
    // This is by the browser's clock. Where the local stack's clock is behind, each check renews. Where it is ahead,
    // Amplify takes the difference between `iat` and the browser's clock as drift, and renews at the next request.
    const endsSoon = tokens !== null && tokens.expiresAt - Date.now() < renewBeforeMs;
    applyTokens(endsSoon ? await readStoredTokens(true) : tokens);
  } catch (failure) {
    console.warn('The sign-in could not be renewed', failure);
  }
};

/** Follows logins and logouts in other tabs, and renews the sign-in before it expires (NTF-07, NTF-08). Returns a stop function. */
export const watchSignIn = (): (() => void) => {
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key === null || key === logoutKey) isLoggedOut = true;
    if (isLoggedOut || isTokenKey(key ?? '')) void restoreSignIn();
  };
  // Back can show a page as the browser froze it, without any check meanwhile.
  const checkRestoredPage = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    isLoggedOut = !hasStoredTokens();
    void renewIfNeeded();
  };
  window.addEventListener('storage', followOtherTab);
  window.addEventListener('pageshow', checkRestoredPage);
  const timer = setInterval(() => void renewIfNeeded(), checkEveryMs);
  return () => {
    window.removeEventListener('storage', followOtherTab);
    window.removeEventListener('pageshow', checkRestoredPage);
    clearInterval(timer);
  };
};

/** The text beside the code of a refused sign-in; undefined where the code is not the reason. */
export const codeProblem = ({ status }: SignInOutcome): string | undefined => {
  switch (status) {
    case 'wrongCode':
      return 'This code is not right. Please enter the one that your app shows now';
    case 'usedCode':
      return 'This code was used already. Please wait for the next one, at most 30 seconds';
    default:
      return undefined;
  }
};
