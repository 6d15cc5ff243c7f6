import type { ManagedClass } from '#shared/schemas/class-input';
import { leaveWarning } from '../../../lib/forms/use-leave-warning.ts';
import type { ClassFormValues } from './class-form-values.ts';

/** Unsaved values of a class form. */
export interface ClassDraft {
  readonly values: ClassFormValues;
  /** The class when the form was opened; null for a new class. */
  readonly opened: ManagedClass | null;
}

/** The key of a new class. */
export const newClassKey = 'new';

/**
 * By class id, for as long as the page is open. Drafts contain no personal data of families. The browser asks before it
 * closes or reloads the page with a draft, also while another screen is shown.
 */
const drafts = new Map<string, ClassDraft>();
const warn = leaveWarning(() => drafts.size > 0);

export const draftOf = (key: string): ClassDraft | undefined => drafts.get(key);
export const keepDraft = (key: string, draft: ClassDraft): void => {
  drafts.set(key, draft);
  // Has no effect from the second time on.
  window.addEventListener('beforeunload', warn);
};
export const forgetDraft = (key: string): void => void drafts.delete(key);
