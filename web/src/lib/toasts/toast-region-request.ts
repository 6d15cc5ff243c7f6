import { useSyncExternalStore } from 'react';

let isRequested = false;
const listeners = new Set<() => void>();

/** Makes the site load and render the toast region. */
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
