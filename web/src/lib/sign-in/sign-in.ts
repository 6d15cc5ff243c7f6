import { use, useSyncExternalStore } from 'react';
import { hourMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import type { Role } from '#shared/roles';
import { css } from '#styled-system/css';

/** `restoring`: a stored sign-in is being read. */
export type SignIn =
  | { readonly status: 'restoring' }
  /** `byChoice`: the user pressed Logout in this tab. `hasEnded`: the sign-in ended without a logout. */
  | { readonly status: 'signedOut'; readonly byChoice: boolean; readonly hasEnded?: true }
  | {
      readonly status: 'signedIn';
      readonly userId: UserId;
      readonly role: Role;
      /** The role in the tokens: lower than `role` while that needs a second factor which the account does not have. */
      readonly tokenRole: Role;
    };

let current: SignIn = { status: 'restoring' };
const listeners = new Set<() => void>();

/** The sign-in while prerendering and during hydration: a visitor's, until `prerenderSignedIn`. */
let prerendered: SignIn = { status: 'signedOut', byChoice: false };

/** Lets pages be prerendered and hydrated as while a stored sign-in is being read. */
export const prerenderSignedIn = (): void => {
  prerendered = current;
};

export const getSignIn = (): SignIn => current;

let changes = 0;

/** How often one known sign-in followed another, as a key for components that must not outlive a sign-in. */
export const signInChanges = (): number => changes;

const isSame = (one: SignIn, other: SignIn): boolean => JSON.stringify(one) === JSON.stringify(other);

const unsaved: (() => boolean)[] = [];

/** Registers a check for text that was typed and is not saved. */
export const addUnsaved = (hasText: () => boolean): void => void unsaved.push(hasText);

/** After the sign-in has ended, a page with typed text waits for a login of the same person. */
interface AwaitedLogin {
  readonly userId: UserId;
  readonly over: Promise<void>;
  readonly end: () => void;
}

/** The wait is limited because the page has personal data, which nobody sees meanwhile. */
const longestWaitMs = 12 * hourMs;

let awaited: AwaitedLogin | undefined;

/** The login that this page waits for (PRF-02). The typed text stays in the page, unseen, for that person alone. */
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

export const setSignIn = (next: SignIn): void => {
  if (isSame(next, current)) return;
  const before = current;
  const isBack = next.status === 'signedIn' && next.userId === awaited?.userId;
  // For another person, the browser is as after a logout.
  if (awaited && !isBack && next.status === 'signedIn') setSignIn({ status: 'signedOut', byChoice: false });
  awaited?.end();
  const endsUnsaved =
    before.status === 'signedIn' &&
    next.status === 'signedOut' &&
    next.hasEnded &&
    unsaved.some((has) => has());
  if (endsUnsaved) awaitLoginOf(before.userId);
  else if (!isBack && before.status !== 'restoring') changes += 1;
  // Keeping the object of the hydration avoids another render after it.
  current = isSame(next, prerendered) ? prerendered : next;
  for (const listener of listeners) listener();
};

export const onSignInChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSignIn = (): SignIn => useSyncExternalStore(onSignInChange, getSignIn, () => prerendered);

/** Renders again only when the result of `read` changes. */
export const useSignInFact = <Fact extends string | boolean>(read: (signIn: SignIn) => Fact): Fact =>
  useSyncExternalStore(
    onSignInChange,
    () => read(current),
    () => read(prerendered),
  );

export const useAwaitedLogin = (): AwaitedLogin | undefined =>
  useSyncExternalStore(onSignInChange, awaitedLogin, () => undefined);

/** Suspends the screen while the page waits for a login, which the layout shows. React hides the screen with what was typed. */
export const useLoginOverPage = (): void => {
  const login = useAwaitedLogin();
  if (login) use(login.over);
};

export const useIsVisitor = (): boolean => useSignInFact(({ status }) => status === 'signedOut');

/** Attributes of a prerendered link with an address for each role. */
export const ofRole = (addresses: Readonly<Record<Role, string>>) => ({
  'data-admin': addresses.admin,
  'data-coach': addresses.coach,
  'data-parent': addresses.parent,
});

// These styles apply to prerendered pages before hydration.

export const ofVisitors = css({ _signedIn: { display: 'none' } });

export const ofSignedIn = css({ _signedOut: { display: 'none' } });
