import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/**
 * False in prerendered HTML and during hydration, true afterwards. Forms are rendered only when it is true: the browser
 * itself would submit an earlier one, with the password in the URL, and hydration would discard what was typed.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
