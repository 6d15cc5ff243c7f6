import { useSyncExternalStore } from 'react';
import type { Role } from '#shared/roles';
import type { UserId } from '#shared/schemas/ids';

/** The session of this browser. `restoring`: a stored session is being read. */
export type Session =
  | { readonly status: 'restoring' }
  /** `byChoice`: the user pressed Logout in this tab. */
  | { readonly status: 'signedOut'; readonly byChoice: boolean }
  | { readonly status: 'signedIn'; readonly userId: UserId; readonly role: Role };

let current: Session = { status: 'restoring' };
const listeners = new Set<() => void>();

/** The current session. */
export const getSession = (): Session => current;

/** Sets the session and notifies listeners if it changed. */
export const setSession = (next: Session): void => {
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const listener of listeners) listener();
};

/** Calls `listener` after every change; returns an unsubscribe function. */
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The session while prerendering and during hydration. */
const visitor: Session = { status: 'signedOut', byChoice: false };

/** The current session; renders again when it changes. */
export const useSession = (): Session => useSyncExternalStore(onSessionChange, getSession, () => visitor);
