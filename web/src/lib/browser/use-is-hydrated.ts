import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/**
 * False in prerendered HTML and during hydration, true afterwards. A form with a password is rendered only when it is
 * true: the browser itself would submit an earlier one, with the password in the URL. What an address adds to a
 * prerendered screen is read only when it is true.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
