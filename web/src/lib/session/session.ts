import { useSyncExternalStore } from 'react';
import type { UserId } from '#shared/schemas/ids';

export type Role = 'admin' | 'parent';

/** Who sits in front of the screen. `restoring`: a stored session is being read; nothing is known yet. */
export type Session =
  | { readonly status: 'restoring' }
  /** `byChoice`: the person pressed Logout in this tab. */
  | { readonly status: 'signedOut'; readonly byChoice: boolean }
  | { readonly status: 'signedIn'; readonly userId: UserId; readonly role: Role };

let current: Session = { status: 'restoring' };
const listeners = new Set<() => void>();

/** The session as it is now. */
export const getSession = (): Session => current;

/** Changes the session and tells the screens, if it differs. */
export const setSession = (next: Session): void => {
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const listener of listeners) listener();
};

/** Calls `listener` after every change; returns the way to stop. */
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Built pages are made for visitors; the browser puts the session it has in their place. */
const visitor: Session = { status: 'signedOut', byChoice: false };

/** The session, kept up to date in a component. */
export const useSession = (): Session => useSyncExternalStore(onSessionChange, getSession, () => visitor);
