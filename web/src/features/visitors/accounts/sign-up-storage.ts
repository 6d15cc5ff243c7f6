import { hourMs } from '#shared/lib/durations';
import { limits } from '#shared/limits';
import { tryStorage } from '../../../lib/browser/try-storage.ts';
import { handOverDrafts, takeDraft } from '../../../lib/forms/hand-over.ts';

// Apart from the draft's schema, which a login does not load.

const draftKey = 'sign-up-draft';

/** With the medical notes, for as long as the page is open. */
let entered: object | undefined;

handOverDrafts(draftKey, () => ({ entered }));

/** What was entered on the sign-up form of this tab; undefined or null without any. */
export const readStoredSignUp = (): unknown => {
  const before = entered ?? takeDraft(draftKey, 'entered');
  if (typeof before === 'object' && before) entered = before;
  return entered ?? tryStorage(() => JSON.parse(sessionStorage.getItem(draftKey) ?? 'null'));
};

/** @param lasting the part that outlives a reload, without medical notes */
export const storeSignUp = (draft: object, lasting: object): void => {
  entered = draft;
  tryStorage(() => sessionStorage.setItem(draftKey, JSON.stringify(lasting)));
};

export const forgetSignUp = (): void => {
  entered = undefined;
  tryStorage(() => sessionStorage.removeItem(draftKey));
};

const secretKey = 'sign-up-secret';
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
  tryStorage(() => localStorage.setItem(secretKey, `${Date.now() + lifetimeMs} ${secret}`));
  return secret;
};

/** The secret of the latest sign-up in this browser, if its link can still be valid. */
export const readBrowserSecret = (): string | undefined => {
  const [end, secret] = tryStorage(() => localStorage.getItem(secretKey))?.split(' ') ?? [];
  if (Number(end) > Date.now()) return secret;
  forgetBrowserSecret();
  return undefined;
};

export const forgetBrowserSecret = (): void => {
  tryStorage(() => localStorage.removeItem(secretKey));
};
