import { use, useSyncExternalStore } from 'react';
import { hourMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import type { Role } from '#shared/roles';
import { css } from '#styled-system/css';

/** The sign-in of this browser. `restoring`: a stored sign-in is being read. */
export type SignIn =
  | { readonly status: 'restoring' }
  /**
   * `byChoice`: the user pressed Logout in this tab. `hasEnded`: this browser had a sign-in, which ended without a logout.
   */
  | { readonly status: 'signedOut'; readonly byChoice: boolean; readonly hasEnded?: true }
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

/**
 * How often one known sign-in was followed by another; an awaited login is none. Keys of components that must not outlive a
 * sign-in.
 */
export const signInChanges = (): number => changes;

const isSame = (one: SignIn, other: SignIn): boolean => JSON.stringify(one) === JSON.stringify(other);

const unsaved: (() => boolean)[] = [];

/** Adds what tells whether this page has something that was typed and is not saved. */
export const addUnsaved = (hasText: () => boolean): void => void unsaved.push(hasText);

/** The login that a page with typed text waits for, since the sign-in of this person has ended. */
interface AwaitedLogin {
  readonly userId: UserId;
  /** Resolves when the page no longer waits: that person or another one has logged in, or nobody did in time. */
  readonly over: Promise<void>;
  readonly end: () => void;
}

/** How long a page waits: it has personal data, which nobody sees meanwhile. */
const longestWaitMs = 12 * hourMs;

let awaited: AwaitedLogin | undefined;

/** The login that this page waits for (PRF-02): what was typed stays in it, unseen, for that person alone. */
export const awaitedLogin = (): AwaitedLogin | undefined => awaited;

const awaitLoginOf = (userId: UserId): void => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => setSignIn({ status: 'signedOut', byChoice: false }), longestWaitMs);
  const end = () => {
    clearTimeout(timer);
    awaited = undefined;
    resolve();
  };
  awaited = { userId, over: promise, end };
};

/** Sets the sign-in and notifies listeners if it changed. */
export const setSignIn = (next: SignIn): void => {
  if (isSame(next, current)) return;
  const before = current;
  const isBack = next.status === 'signedIn' && next.userId === awaited?.userId;
  // Another person finds the browser as after a logout.
  if (awaited && !isBack && next.status === 'signedIn') setSignIn({ status: 'signedOut', byChoice: false });
  awaited?.end();
  const endsUnsaved =
    before.status === 'signedIn' &&
    next.status === 'signedOut' &&
    next.hasEnded &&
    unsaved.some((has) => has());
  if (endsUnsaved) awaitLoginOf(before.userId);
  else if (!isBack && before.status !== 'restoring') changes += 1;
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

/** `awaitedLogin`; renders again when it changes. */
export const useAwaitedLogin = (): AwaitedLogin | undefined =>
  useSyncExternalStore(onSignInChange, awaitedLogin, () => undefined);

/**
 * Suspends the screen while this page waits for a login. React hides it with its dialogs, and keeps what was typed; the
 * boundary of the layout shows the login.
 */
export const useLoginOverPage = (): void => {
  const login = useAwaitedLogin();
  if (login) use(login.over);
};

/** Whether there is no sign-in and none is being read. */
export const useIsVisitor = (): boolean => useSignInFact(({ status }) => status === 'signedOut');

/** Attributes of a link of a prerendered page with an address for each role. */
export const ofRole = (addresses: Readonly<Record<Role, string>>) => ({
  'data-admin': addresses.admin,
  'data-coach': addresses.coach,
  'data-parent': addresses.parent,
});

// The looks of prerendered pages, while the browser has not hydrated them.

/** What only visitors should see. */
export const ofVisitors = css({ _signedIn: { display: 'none' } });

/** What only signed-in users should see. */
export const ofSignedIn = css({ _signedOut: { display: 'none' } });
