import { useSyncExternalStore } from 'react';
import { pausedHeader, type Route, serverNowHeader } from '#shared/contract/route';

let isPaused = false;
const listeners = new Set<() => void>();

/** Notes whether changes are paused (REL-05). Shared answers do not say so. */
export const notePause = ({ sharedFor }: Route, { headers }: Pick<Response, 'headers'>): void => {
  const says = headers.has(pausedHeader);
  if (sharedFor || says === isPaused || !headers.has(serverNowHeader)) return;
  isPaused = says;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsPaused = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPaused,
    () => false,
  );
