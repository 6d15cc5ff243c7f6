import { forgetSessions } from '../offline/stored-sessions.ts';

/** Prefix of Amplify's keys in local storage. */
const sessionKeyPrefix = 'CognitoIdentityServiceProvider.';

/** Whether a key of local storage belongs to a session. */
export const isSessionKey = (key: string): boolean => key.startsWith(sessionKeyPrefix);

/**
 * Whether this browser has a stored session, which may have expired. Does not need Amplify (40 KB), so visitors never
 * load it.
 */
export const hasStoredSession = (storage: Storage = localStorage): boolean =>
  Object.keys(storage).some((key) => isSessionKey(key) && key.endsWith('.refreshToken'));

/** Removes the session from this browser, with what is kept of it for the offline page, without a request. */
export const removeStoredSession = (storage: Storage = localStorage): void => {
  forgetSessions();
  for (const key of Object.keys(storage).filter(isSessionKey)) storage.removeItem(key);
};

const mark = 'data-session';

/** Sets `data-session` on `<html>` when a session is stored, before the first paint. */
export const markStoredSession = (): void => {
  document.documentElement.toggleAttribute(mark, hasStoredSession());
};

/** Style that hides visitor content of a prerendered page from signed-in users. */
export const hiddenWithSession = { [`html[${mark}] &`]: { display: 'none' } };
