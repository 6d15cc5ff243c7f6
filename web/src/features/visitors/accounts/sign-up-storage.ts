import { hourMs } from '#shared/lib/durations';
import { limits } from '#shared/limits';
import { tryStorage } from '../../../lib/browser/try-storage.ts';
import { handOverDrafts, takeDraft } from '../../../lib/forms/hand-over.ts';

// A login does not load the draft's schema, so it is in another file.

const draftKey = 'sign-up-draft';

let entered: object | undefined;

handOverDrafts(draftKey, () => ({ entered }));

export const readStoredSignUp = (): unknown => {
  const before = entered ?? takeDraft(draftKey, 'entered');
  if (typeof before === 'object' && before) entered = before;
  return entered ?? tryStorage(() => JSON.parse(sessionStorage.getItem(draftKey) ?? 'null'));
};

/** @param lasting the draft without medical notes, which survives a reload */
export const storeSignUp = (draft: object, lasting: object): void => {
  entered = draft;
  tryStorage(() => sessionStorage.setItem(draftKey, JSON.stringify(lasting)));
};

export const forgetSignUp = (): void => {
  entered = undefined;
  tryStorage(() => sessionStorage.removeItem(draftKey));
};

const secretKey = 'sign-up-secret';
const lifetimeMs = limits.linkHours['verify-email'] * hourMs;

const makeSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
};

/** Stores a new secret for the verification link (AUT-42). It replaces an earlier one, which may be another person's. */
export const storeNewBrowserSecret = (): string => {
  const secret = makeSecret();
  tryStorage(() => localStorage.setItem(secretKey, `${Date.now() + lifetimeMs} ${secret}`));
  return secret;
};

export const readBrowserSecret = (): string | undefined => {
  const [end, secret] = tryStorage(() => localStorage.getItem(secretKey))?.split(' ') ?? [];
  if (Number(end) > Date.now()) return secret;
  forgetBrowserSecret();
  return undefined;
};

export const forgetBrowserSecret = (): void => {
  tryStorage(() => localStorage.removeItem(secretKey));
};
