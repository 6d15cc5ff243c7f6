import { useLayoutEffect } from 'react';
import { addUnsaved, awaitedLogin, getSignIn, onSignInChange } from '../sign-in/sign-in.ts';
import { handOverDrafts, isHandingOver, takeDraft } from './hand-over.ts';

/** A listener of `beforeunload`: the browser asks before it closes or reloads the page while something would be lost. */
const leaveWarning =
  (wouldLose: () => boolean) =>
  (event: BeforeUnloadEvent): void => {
    if (wouldLose() && !isHandingOver()) event.preventDefault();
  };

/**
 * Has the browser ask before it closes or reloads the page while something would be lost.
 * @param wouldLose undefined while nothing can be
 */
export const useLeaveWarning = (wouldLose: (() => boolean) | undefined): void => {
  useLayoutEffect(() => {
    if (!wouldLose) return;
    const warn = leaveWarning(wouldLose);
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLose]);
};

/** Unsaved values of one form. */
export interface FormDraft<Values> {
  readonly read: () => Values | undefined;
  readonly keep: (values: Values) => void;
  readonly forget: () => void;
}

/**
 * Drafts of one kind of form by key, for as long as the page is open. They may contain personal data: no storage has
 * them, but for the time of a reload to a new version (REL-03), and they do not outlive the sign-in, except for a person who logs in
 * again after it ended (PRF-02). The browser asks before it closes or reloads the page with a draft, also while another screen is
 * shown.
 * @param kind a name that stays from version to version
 * @param isLoss whether a draft has something to lose
 */
export const createDrafts = <Values>(
  kind: string,
  isLoss: (values: Values) => boolean = () => true,
): ((key: string) => FormDraft<Values>) => {
  const drafts = new Map<string, Values>();
  onSignInChange(() => {
    if (getSignIn().status === 'signedOut' && !awaitedLogin()) drafts.clear();
  });
  const hasLoss = () => [...drafts.values()].some(isLoss);
  addUnsaved(hasLoss);
  handOverDrafts(kind, () => Object.fromEntries(drafts));
  const warn = leaveWarning(hasLoss);
  return (key) => {
    const keep = (values: Values): void => {
      drafts.set(key, values);
      // Has no effect from the second time on.
      window.addEventListener('beforeunload', warn);
    };
    return {
      read: () => {
        const before = takeDraft(kind, key);
        // It was kept as a draft of this kind.
        if (before !== undefined) keep(before as Values);
        return drafts.get(key);
      },
      keep,
      forget: () => void drafts.delete(key),
    };
  };
};
