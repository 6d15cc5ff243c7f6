import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { createClassSchema, firstClassSchema, pictureHostRule } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { useFormDraft } from '../../../components/draft-notice.tsx';
import { type FormDraft, leaveWarning } from '../../../lib/forms/form-draft.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { type ClassFormValues, emptyClass, enteredClass } from './class-form-values.ts';

/** Unsaved values of a class form. */
interface UnsavedClass {
  readonly values: ClassFormValues;
  /** The class when the form was opened; null for a new class. */
  readonly opened: ManagedClass | null;
}

/** The key of a new class. */
const newClassKey = 'new';

/**
 * By class id, for as long as the page is open. They contain no personal data of families. The browser asks before it
 * closes or reloads the page with unsaved values, also while another screen is shown.
 */
const unsaved = new Map<string, UnsavedClass>();
const warn = leaveWarning(() => unsaved.size > 0);

export const unsavedOf = (key: string): UnsavedClass | undefined => unsaved.get(key);
const keepUnsaved = (key: string, values: UnsavedClass): void => {
  unsaved.set(key, values);
  // Has no effect from the second time on.
  window.addEventListener('beforeunload', warn);
};
const forgetUnsaved = (key: string): void => void unsaved.delete(key);

/** The class form; `Output` depends on the schema. */
export type ClassForm<Output = unknown> = UseFormReturn<ClassFormValues, unknown, Output>;

/** The schema of a form for a class that is not stored yet. */
export const newClassSchema = (pictureHosts: readonly string[]) =>
  z.pipe(
    z.transform((values: ClassFormValues): unknown => enteredClass(values)),
    createClassSchema.check(pictureHostRule(pictureHosts)),
  );

/** The schema of a class whose venue is created with it. */
export const firstClassForm = (pictureHosts: readonly string[]) =>
  z.pipe(
    z.transform((values: ClassFormValues): unknown => {
      const { venue_id: _, ...entered } = enteredClass(values);
      return { ...entered, first_venue: { ...values.first_venue, map_url: null, directions: null } };
    }),
    firstClassSchema.check(pictureHostRule(pictureHosts)),
  );

/** What a class form begins with. */
interface Opened {
  /** Of the class, or of its draft; without one it is a new class. */
  readonly id?: string;
  readonly values?: ClassFormValues;
  /** The class to edit. */
  readonly opened?: ManagedClass;
}

/** The class form, whose unsaved values survive closing the form, until they are saved or discarded. */
export const useClassForm = <Output>(
  schema: z.ZodMiniType<Output, ClassFormValues>,
  { id = newClassKey, values = emptyClass, opened }: Opened = {},
) => {
  const unsaved = useMemo(
    (): FormDraft<ClassFormValues> => ({
      read: () => unsavedOf(id)?.values,
      keep: (typed) => keepUnsaved(id, { values: typed, opened: opened ?? null }),
      forget: () => forgetUnsaved(id),
    }),
    [id, opened],
  );
  const form: ClassForm<Output> = useSchemaForm(schema, unsaved.read() ?? values);
  const { isRestored, startOver } = useFormDraft(form, values, unsaved);
  return { form, isRestored, startOver, discardDraft: unsaved.forget };
};
