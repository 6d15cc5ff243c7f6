import { createHash, timingSafeEqual } from 'node:crypto';
import type { StoredProfile } from '../data/families/stored-profile.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What is stored of the secret of a browser that signs up. */
export const hashBrowserSecret = (secret: string): string => digest(secret).toString('base64url');

/**
 * Whether a request comes from the browser whose sign-up set the password that is in force. A sign-up stores its hash
 * together with the user that it created: the secret of another sign-up for the same address never matches.
 */
export const isBrowserOfSignUp = (
  { browser_secret_hash }: StoredProfile,
  secret: string | undefined,
): boolean => {
  if (!browser_secret_hash || secret === undefined) return false;
  return timingSafeEqual(digest(hashBrowserSecret(secret)), digest(browser_secret_hash));
};
