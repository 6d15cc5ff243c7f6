import type { ManagedClass } from '#shared/schemas/class-input';
import { leaveWarning } from '../../../lib/forms/use-leave-warning.ts';
import type { ClassFormValues } from './class-form-values.ts';

/** Unsaved values of a class form. */
export interface UnsavedClass {
  readonly values: ClassFormValues;
  /** The class when the form was opened; null for a new class. */
  readonly opened: ManagedClass | null;
}

/** The key of a new class. */
export const newClassKey = 'new';

/**
 * By class id, for as long as the page is open. They contain no personal data of families. The browser asks before it
 * closes or reloads the page with unsaved values, also while another screen is shown.
 */
const unsaved = new Map<string, UnsavedClass>();
const warn = leaveWarning(() => unsaved.size > 0);

export const unsavedOf = (key: string): UnsavedClass | undefined => unsaved.get(key);
export const keepUnsaved = (key: string, values: UnsavedClass): void => {
  unsaved.set(key, values);
  // Has no effect from the second time on.
  window.addEventListener('beforeunload', warn);
};
export const forgetUnsaved = (key: string): void => void unsaved.delete(key);
