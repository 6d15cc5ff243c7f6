import { useLayoutEffect } from 'react';
import { addUnsaved, awaitedLogin, getSignIn, onSignInChange } from '../sign-in/sign-in.ts';
import { handOverDrafts, isHandingOver, takeDraft } from './hand-over.ts';

const leaveWarning =
  (wouldLose: () => boolean) =>
  (event: BeforeUnloadEvent): void => {
    if (wouldLose() && !isHandingOver()) event.preventDefault();
  };

export const useLeaveWarning = (wouldLose: (() => boolean) | undefined): void => {
  useLayoutEffect(() => {
    if (!wouldLose) return;
    const warn = leaveWarning(wouldLose);
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLose]);
};

export interface FormDraft<Values> {
  readonly read: () => Values | undefined;
  readonly keep: (values: Values) => void;
  readonly forget: () => void;
}

/**
 * Keeps the drafts of one kind of form by key while the page is open. They can contain personal data: they are stored
 * only during a reload to a new version (REL-03), and end with the sign-in, unless the same person logs in again
 * (PRF-02). The browser asks before it closes or reloads a page with a draft, also while another screen is shown.
 * @param kind a name that never changes, because a newer version reads the drafts
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
      // A second call has no effect.
      window.addEventListener('beforeunload', warn);
    };
    return {
      read: () => {
        const before = takeDraft(kind, key);
        // The draft has this type because the same kind stored it.
        if (before !== undefined) keep(before as Values);
        return drafts.get(key);
      },
      keep,
      forget: () => void drafts.delete(key),
    };
  };
};
