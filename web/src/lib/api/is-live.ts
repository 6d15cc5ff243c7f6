import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Whether our code runs on the page, false while the page is as it was built. A form is shown from then on only: sent
 * before, the browser itself would send it, with a password in the address; and what was typed before would be lost.
 */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
