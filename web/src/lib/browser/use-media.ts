import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches at present: also while the page is printed. Not for prerendered parts. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (changed) => {
        const list = window.matchMedia(query);
        list.addEventListener('change', changed);
        return () => list.removeEventListener('change', changed);
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
  );

/** Below 768 px: a phone. Printed pages are none. */
export const phone = 'screen and (width < 48rem)';

/** Whether the window is that of a phone. */
export const useIsPhone = (): boolean => useMedia(phone);
