import { useSyncExternalStore } from 'react';
import type { UserId } from '#shared/lib/ids';
import type { Role } from '#shared/roles';

/** The sign-in of this browser. `restoring`: a stored sign-in is being read. */
export type SignIn =
  | { readonly status: 'restoring' }
  /** `byChoice`: the user pressed Logout in this tab. */
  | { readonly status: 'signedOut'; readonly byChoice: boolean }
  | {
      readonly status: 'signedIn';
      readonly userId: UserId;
      /** The account's. */
      readonly role: Role;
      /** What the tokens give: a lower role while `role` needs a second factor that the account does not have. */
      readonly tokenRole: Role;
    };

let current: SignIn = { status: 'restoring' };
const listeners = new Set<() => void>();

/** The sign-in while prerendering and during hydration: a visitor's, until `prerenderSignedIn`. */
let prerendered: SignIn = { status: 'signedOut', byChoice: false };

/** Prerenders and hydrates pages as they are while a stored sign-in is being read. */
export const prerenderSignedIn = (): void => {
  prerendered = current;
};

/** The current sign-in. */
export const getSignIn = (): SignIn => current;

let changes = 0;

/** How often one known sign-in was followed by another. Keys of components that must not outlive a sign-in. */
export const signInChanges = (): number => changes;

const isSame = (one: SignIn, other: SignIn): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Sets the sign-in and notifies listeners if it changed. */
export const setSignIn = (next: SignIn): void => {
  if (isSame(next, current)) return;
  if (current.status !== 'restoring') changes += 1;
  // The same object as during hydration, so that React does not render again after it.
  current = isSame(next, prerendered) ? prerendered : next;
  for (const listener of listeners) listener();
};

/** Calls `listener` after every change; returns an unsubscribe function. */
export const onSignInChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The current sign-in; renders again when it changes. */
export const useSignIn = (): SignIn => useSyncExternalStore(onSignInChange, getSignIn, () => prerendered);

/** What `read` finds in the current sign-in; renders again only when that changes. */
export const useSignInFact = <Fact extends string | boolean>(read: (signIn: SignIn) => Fact): Fact =>
  useSyncExternalStore(
    onSignInChange,
    () => read(current),
    () => read(prerendered),
  );

/** Whether there is no sign-in and none is being read. */
export const useIsVisitor = (): boolean => useSignInFact(({ status }) => status === 'signedOut');

/** Attributes of a link of a prerendered page with an address for each role. */
export const ofRole = (addresses: Readonly<Record<Role, string>>) => ({
  'data-admin': addresses.admin,
  'data-coach': addresses.coach,
  'data-parent': addresses.parent,
});
