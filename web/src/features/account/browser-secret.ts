import { hourMs } from '#shared/domain/time/milliseconds';
import { limits } from '#shared/limits';
import { tryStorage } from '../../lib/browser/try-storage.ts';

const storageKey = 'sign-up-secret';
/** The lifetime of a verification link (AUT-32). */
const lifetimeMs = limits.linkHours['verify-email'] * hourMs;

const makeSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
};

/**
 * Makes the secret of a sign-up and keeps it for the verification link (AUT-42). A new one replaces that of an earlier
 * sign-up: another person may have used this browser.
 */
export const keepNewBrowserSecret = (): string => {
  const secret = makeSecret();
  tryStorage(() => localStorage.setItem(storageKey, `${Date.now() + lifetimeMs} ${secret}`));
  return secret;
};

/** The secret of the latest sign-up in this browser, if its link can still be valid. */
export const readBrowserSecret = (): string | undefined => {
  const [end, secret] = tryStorage(() => localStorage.getItem(storageKey))?.split(' ') ?? [];
  if (Number(end) > Date.now()) return secret;
  forgetBrowserSecret();
  return undefined;
};

export const forgetBrowserSecret = (): void => {
  tryStorage(() => localStorage.removeItem(storageKey));
};
