import { useSyncExternalStore } from 'react';

let isRequested = false;
const listeners = new Set<() => void>();

/** Has the toast region loaded and rendered. */
export const requestToastRegion = (): void => {
  isRequested = true;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the toast region was requested. */
export const useToastRegionRequested = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isRequested,
    () => false,
  );
