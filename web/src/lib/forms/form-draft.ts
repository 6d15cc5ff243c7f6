import { getSession, onSessionChange } from '../session/session.ts';

/** Unsaved values of one form. */
export interface FormDraft<Values> {
  readonly read: () => Values | undefined;
  readonly keep: (values: Values) => void;
  readonly forget: () => void;
}

/**
 * Drafts of one kind of form by key, for as long as the page is open. They may contain personal data: no storage has
 * them, and they do not outlive the session.
 */
export const createDrafts = <Values>(): ((key: string) => FormDraft<Values>) => {
  const drafts = new Map<string, Values>();
  onSessionChange(() => {
    if (getSession().status === 'signedOut') drafts.clear();
  });
  return (key) => ({
    read: () => drafts.get(key),
    keep: (values) => void drafts.set(key, values),
    forget: () => void drafts.delete(key),
  });
};
