import { tryStorage } from '../../lib/browser/try-storage.ts';

// Apart from the draft's schema, which a login does not load.

const storageKey = 'sign-up-draft';

/** What was entered on the sign-up form of this tab; undefined without any. */
export const readStoredSignUp = (): unknown =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));

export const storeSignUp = (draft: object): void => {
  tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(draft)));
};

export const forgetSignUp = (): void => {
  tryStorage(() => sessionStorage.removeItem(storageKey));
};
