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

/** The session while prerendering and during hydration: a visitor's, until `prerenderWithSession`. */
let prerendered: Session = { status: 'signedOut', byChoice: false };

/** Prerenders and hydrates pages as they are while a stored session is being read. */
export const prerenderWithSession = (): void => {
  prerendered = current;
};

/** The current session. */
export const getSession = (): Session => current;

let changes = 0;

/** How often one known session was followed by another. Keys of components that must not outlive a session. */
export const sessionChanges = (): number => changes;

const isSame = (one: Session, other: Session): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Sets the session and notifies listeners if it changed. */
export const setSession = (next: Session): void => {
  if (isSame(next, current)) return;
  if (current.status !== 'restoring') changes += 1;
  // The same object as during hydration, so that React does not render again after it.
  current = isSame(next, prerendered) ? prerendered : next;
  for (const listener of listeners) listener();
};

/** Calls `listener` after every change; returns an unsubscribe function. */
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The current session; renders again when it changes. */
export const useSession = (): Session => useSyncExternalStore(onSessionChange, getSession, () => prerendered);

/** What `read` finds in the current session; renders again only when that changes. */
export const useSessionFact = <Fact extends string | boolean>(read: (session: Session) => Fact): Fact =>
  useSyncExternalStore(
    onSessionChange,
    () => read(current),
    () => read(prerendered),
  );

/** Whether there is no session and none is being read. */
export const useIsVisitor = (): boolean => useSessionFact(({ status }) => status === 'signedOut');
