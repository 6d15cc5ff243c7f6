/** How Amplify names what it keeps in local storage. */
const sessionKeyPrefix = 'CognitoIdentityServiceProvider.';

/** Whether a key of local storage belongs to a session. */
export const isSessionKey = (key: string): boolean => key.startsWith(sessionKeyPrefix);

/**
 * Whether this browser holds a session, without loading the 40 KB of Amplify to find out: visitors never pay for
 * them. The session may have expired; only Amplify can tell.
 */
export const hasStoredSession = (storage: Storage = localStorage): boolean =>
  Object.keys(storage).some((key) => isSessionKey(key) && key.endsWith('.refreshToken'));

/** Forgets the session in this browser, at once and without the network. */
export const removeStoredSession = (storage: Storage = localStorage): void => {
  for (const key of Object.keys(storage).filter(isSessionKey)) storage.removeItem(key);
};

const mark = 'data-session';

/** Marks the document of a browser that holds a session: built pages are made for visitors, and styles come before scripts. */
export const markStoredSession = (): void => {
  document.documentElement.toggleAttribute(mark, hasStoredSession());
};

/** Hides what is meant for visitors only, on a page as it was built, from someone with a session. */
export const hiddenWithSession = { [`html[${mark}] &`]: { display: 'none' } };
