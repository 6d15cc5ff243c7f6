import { tryStorage } from '../../lib/browser/try-storage.ts';

// Apart from the draft's schema, which a login does not load.

const storageKey = 'sign-up-draft';

/** With the medical notes, for as long as the page is open. */
let entered: object | undefined;

/** What was entered on the sign-up form of this tab; undefined or null without any. */
export const readStoredSignUp = (): unknown =>
  entered ?? tryStorage(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));

/** @param lasting the part that outlives a reload, without medical notes */
export const storeSignUp = (draft: object, lasting: object): void => {
  entered = draft;
  tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(lasting)));
};

export const forgetSignUp = (): void => {
  entered = undefined;
  tryStorage(() => sessionStorage.removeItem(storageKey));
};
