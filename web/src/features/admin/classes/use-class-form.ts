import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { createClassSchema, type ManagedClass, pictureHostRule } from '#shared/schemas/class-input';
import type { FormDraft } from '../../../lib/forms/form-draft.ts';
import { useFormDraft } from '../../../lib/forms/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { type ClassFormValues, emptyClass, enteredClass } from './class-form-values.ts';
import { forgetUnsaved, keepUnsaved, newClassKey, unsavedOf } from './unsaved-classes.ts';

/** The class form; `Output` depends on the schema. */
export type ClassForm<Output = unknown> = UseFormReturn<ClassFormValues, unknown, Output>;

/** The schema of a form for a class that is not stored yet. */
export const newClassSchema = (pictureHosts: readonly string[]) =>
  z.pipe(
    z.transform((values: ClassFormValues): unknown => enteredClass(values)),
    createClassSchema.check(pictureHostRule(pictureHosts)),
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
