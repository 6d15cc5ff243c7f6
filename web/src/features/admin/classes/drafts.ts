import type { ManagedClass } from '#shared/schemas/class-input';
import type { ClassFormValues } from './class-form-values.ts';

/** What was typed and not saved. */
export interface ClassDraft {
  readonly values: ClassFormValues;
  /** The class as it was when it was opened; null for a new one. */
  readonly opened: ManagedClass | null;
}

/** The key of the class that does not exist yet. */
export const newClassKey = 'new';

/** By class id: closing a form or leaving its screen loses nothing that was typed. It holds nothing about families. */
const drafts = new Map<string, ClassDraft>();

export const draftOf = (key: string): ClassDraft | undefined => drafts.get(key);
export const keepDraft = (key: string, draft: ClassDraft): void => void drafts.set(key, draft);
export const forgetDraft = (key: string): void => void drafts.delete(key);
