import type { KeyValueStorageInterface } from 'aws-amplify/utils';

/** The ends of the keys under which Amplify keeps what a session needs. */
const needed = ['.accessToken', '.refreshToken', '.clockDrift', '.LastAuthUser'];

/**
 * Where Amplify keeps a session: local storage, but nothing that names the person. The id token and the details of the
 * sign-in, which hold the email address, are used for nothing here and are not kept.
 */
export const tokenStorage: KeyValueStorageInterface = {
  setItem: async (key, value) => {
    if (needed.some((end) => key.endsWith(end))) localStorage.setItem(key, value);
  },
  getItem: async (key) => localStorage.getItem(key),
  removeItem: async (key) => localStorage.removeItem(key),
  clear: async () => localStorage.clear(),
};
