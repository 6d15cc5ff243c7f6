import { useSyncExternalStore } from 'react';
import { pausedHeader, type Route, serverNowHeader } from '#shared/contract/route';

let isPaused = false;
const listeners = new Set<() => void>();

/** Takes from an answer of the API whether changes are paused (REL-05). A shared answer does not say it. */
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

/** Whether changes were paused at the last answer. */
export const useIsPaused = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPaused,
    () => false,
  );
