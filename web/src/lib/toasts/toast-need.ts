import { useSyncExternalStore } from 'react';

let isNeeded = false;
const listeners = new Set<() => void>();

/** From now on toasts may be shown: the region for them is loaded and put on the page. */
export const needToasts = (): void => {
  isNeeded = true;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the region for toasts belongs on the page. */
export const useToastNeed = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false,
  );
