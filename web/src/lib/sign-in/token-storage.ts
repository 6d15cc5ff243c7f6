import type { KeyValueStorageInterface } from 'aws-amplify/utils';

/** Ends of the keys that a sign-in needs. */
const neededKeys = ['.accessToken', '.refreshToken', '.clockDrift', '.LastAuthUser'];

/**
 * Amplify's storage: local storage without personal data. The id token and the sign-in details contain the email
 * address and are not needed, so they are not stored.
 */
export const tokenStorage: KeyValueStorageInterface = {
  setItem: async (key, value) => {
    if (neededKeys.some((end) => key.endsWith(end))) localStorage.setItem(key, value);
  },
  getItem: async (key) => localStorage.getItem(key),
  removeItem: async (key) => localStorage.removeItem(key),
  clear: async () => localStorage.clear(),
};
