import { useCallback, useSyncExternalStore } from 'react';

/** Also follows printing. Not for prerendered content. */
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

/** Below 768 px. Printed pages do not match. */
export const phone = 'screen and (width < 48rem)';

export const useIsPhone = (): boolean => useMedia(phone);
