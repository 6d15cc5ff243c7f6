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

/** How often an open page checks its sign-in, in milliseconds: a token is renewed in time (`renewBeforeMs`). */
export const checkEveryMs = renewBeforeMs / 2;

const loadAmplify = () => import('./amplify.ts');

/** Local storage key that a logout by choice sets and removes: the other tabs hear of it. */
const logoutKey = 'logged-out';
const tellOfLogout = (): void =>
  tryStorage(() => {
    localStorage.setItem(logoutKey, '');
    localStorage.removeItem(logoutKey);
  });

/** Whether somebody has logged out of the present sign-in, in another tab. */
let isLoggedOut = false;

/**
 * Sets that there is no sign-in. It has ended by itself unless somebody logged out, in any tab.
 * @param wasRefused whether there was one in storage
 */
const applyEnd = (wasRefused: boolean): void => {
  const before = getSignIn();
  const had = before.status === 'signedIn' || (before.status === 'signedOut' && before.hasEnded);
  const hasEnded = (had || wasRefused) && !isLoggedOut;
  setSignIn({ status: 'signedOut', byChoice: false, ...(hasEnded && { hasEnded }) });
};

const applyTokens = (tokens: Tokens | null, wasRefused = false): void => {
  if (tokens) {
    // Another tab that logs out tells of it before it removes the tokens.
    if (getSignIn().status !== 'signedIn') isLoggedOut = false;
    const { userId, role, tokenRole } = tokens;
    setSignIn({ status: 'signedIn', userId, role, tokenRole });
  } else applyEnd(wasRefused);
};

/** The stored tokens where they need no renewal: Amplify would read the same, and is not loaded for it (NET-02). */
const usableTokens = (): Tokens | undefined => {
  const access = usableAccess(siteConfig().userPoolClientId);
  return access && tokensOf(access.token, access.claims);
};

const readStoredTokens = async (renew = false): Promise<Tokens | null> =>
  hasStoredTokens() ? (!renew && usableTokens()) || (await loadAmplify()).readTokens(renew) : null;

let restored: Promise<void> = Promise.resolve();

/**
 * Sets the sign-in from what this browser has stored: at the start, and after a change by another tab. A stored sign-in
 * that cannot be read (no network) counts as none but stays stored for the next check.
 */
export const restoreSignIn = (): Promise<void> => {
  restored = readSignIn();
  return restored;
};

const readSignIn = async (): Promise<void> => {
  removeOldUnsent();
  // Without awaiting: the first render of a visitor already has the sign-in of a visitor.
  if (!hasStoredTokens()) {
    forgetSessions();
    return applyTokens(null);
  }
  // Removes them when they are old.
  readSessions();
  try {
    // Without awaiting, where it can be: the screen asks the API in its first render.
    applyTokens(usableTokens() ?? (await readStoredTokens()), true);
  } catch (failure) {
    console.error('The stored sign-in could not be read', failure);
    applyTokens(null);
  }
};

/**
 * The access token for an API call, renewed if it has expired; null without a sign-in. Where a page waits for a login, its
 * reads wait too, and go on in the name of the same person only.
 */
export const accessToken = async (): Promise<string | null> => {
  const awaited = awaitedLogin();
  await awaited?.over;
  const tokens = await readStoredTokens();
  return tokens && (!awaited || tokens.userId === awaited.userId) ? tokens.accessToken : null;
};

/**
 * The same, of an account whose data must not be sent in the name of another one.
 * @throws Error where another account is signed in
 */
export const accessTokenOf = async (userId: UserId): Promise<string | null> => {
  const tokens = await readStoredTokens();
  if (tokens && tokens.userId !== userId) throw new Error('Another account is signed in');
  return tokens?.accessToken ?? null;
};

/** Signs in by password, and code where the account needs one, and sets the sign-in. */
export const signIn = async (email: string, credentials: Credentials): Promise<SignInOutcome> => {
  const amplify = await loadAmplify();
  // Amplify refuses to sign in while a sign-in is stored, even an invalid one.
  removeStoredTokens();
  const outcome = await amplify.signInWithPassword(email, credentials);
  if (outcome.status === 'signedIn') applyTokens(await amplify.readTokens());
  return outcome;
};

/**
 * Signs the user in again, for requests that need a fresh sign-in. The present sign-in stays if it fails.
 * @throws ConnectionError when Cognito cannot be reached
 */
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

/** Ends the sign-in at the user's request. */
export const signOut = async (): Promise<void> => {
  // A pending read would set the sign-in again.
  await restored;
  tellOfLogout();
  try {
    await (await loadAmplify()).revokeTokens();
  } catch (failure) {
    // Without a network, Amplify may not be here yet. The sign-in ends in this browser all the same (ERR-35).
    console.warn('The sign-in could not be revoked', failure);
  }
  removeStoredTokens();
  setSignIn({ status: 'signedOut', byChoice: true });
};

/**
 * Ends the sign-in in this browser without calling Cognito: the API has refused it (ERR-36), or it was ended there by
 * the user (`byChoice`).
 */
export const dropSignIn = ({ byChoice = false } = {}): void => {
  if (byChoice) tellOfLogout();
  removeStoredTokens();
  if (byChoice) setSignIn({ status: 'signedOut', byChoice });
  else applyEnd(true);
};

const renewIfNeeded = async (): Promise<void> => {
  removeOldUnsent();
  const isSignedIn = getSignIn().status === 'signedIn';
  // They differ after Amplify has removed a sign-in that Cognito refused, and while a stored sign-in cannot be read.
  if (isSignedIn !== hasStoredTokens()) return restoreSignIn();
  if (!isSignedIn) return;
  try {
    // A release may take its file away before the first renewal.
    await loadAmplify();
    const tokens = await readStoredTokens();
    // By the browser's clock. Where the local stack's clock is behind it, each check renews. Where that clock is ahead, Amplify
    // takes the difference between `iat` and the browser's clock as drift, and renews at the next request.
    const endsSoon = tokens !== null && tokens.expiresAt - Date.now() < renewBeforeMs;
    applyTokens(endsSoon ? await readStoredTokens(true) : tokens);
  } catch (failure) {
    // The sign-in stays, and the next check tries again.
    console.warn('The sign-in could not be renewed', failure);
  }
};

/**
 * Follows logins and logouts in other tabs and on other pages, and renews the sign-in before it expires (NTF-07, NTF-08).
 * Returns a stop function.
 */
export const watchSignIn = (): (() => void) => {
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key === null || key === logoutKey) isLoggedOut = true;
    if (isLoggedOut || isTokenKey(key ?? '')) void restoreSignIn();
  };
  // The browser has kept the page as it was, and shows it again (Back): no check has run meanwhile.
  const checkKept = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    isLoggedOut = !hasStoredTokens();
    void renewIfNeeded();
  };
  window.addEventListener('storage', followOtherTab);
  window.addEventListener('pageshow', checkKept);
  const timer = setInterval(() => void renewIfNeeded(), checkEveryMs);
  return () => {
    window.removeEventListener('storage', followOtherTab);
    window.removeEventListener('pageshow', checkKept);
    clearInterval(timer);
  };
};

/** What to say beside the code of a refused sign-in; undefined where the code is not the reason. */
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
