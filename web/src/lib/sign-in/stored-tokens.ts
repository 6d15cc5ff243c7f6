import { forgetSessions } from '../offline/stored-sessions.ts';

/** Prefix of Amplify's keys in local storage. */
const tokenKeyPrefix = 'CognitoIdentityServiceProvider.';

/** Whether a key of local storage belongs to a sign-in. */
export const isTokenKey = (key: string): boolean => key.startsWith(tokenKeyPrefix);

/**
 * Whether this browser has a stored sign-in, which may have expired. Does not need Amplify (40 KB), so visitors never
 * load it.
 */
export const hasStoredTokens = (storage: Storage = localStorage): boolean =>
  Object.keys(storage).some((key) => isTokenKey(key) && key.endsWith('.refreshToken'));

/** Removes the sign-in from this browser, with what is kept of it for the offline page, without a request. */
export const removeStoredTokens = (storage: Storage = localStorage): void => {
  forgetSessions();
  for (const key of Object.keys(storage).filter(isTokenKey)) storage.removeItem(key);
};

const mark = 'data-signed-in';

/** Sets `data-signed-in` on `<html>` when a sign-in is stored, before the first paint. */
export const markStoredTokens = (): void => {
  document.documentElement.toggleAttribute(mark, hasStoredTokens());
};

/** Style that hides visitor content of a prerendered page from signed-in users. */
export const hiddenWhenSignedIn = { [`html[${mark}] &`]: { display: 'none' } };
