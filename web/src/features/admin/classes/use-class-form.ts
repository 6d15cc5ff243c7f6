import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { FormDraft } from '../../../lib/forms/form-draft.ts';
import { useFormDraft } from '../../../lib/forms/use-form-draft.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { type ClassFormValues, emptyClass, valuesOf } from './class-form-values.ts';
import { draftOf, forgetDraft, keepDraft, newClassKey } from './drafts.ts';

/** The class form; `Output` depends on the schema. */
export type ClassForm<Output = unknown> = UseFormReturn<ClassFormValues, unknown, Output>;

/**
 * The class form with a draft that survives closing the form, until it is saved or discarded.
 * @param opened the class to edit; null for a new class
 */
export const useClassForm = <Output>(
  schema: z.ZodMiniType<Output, ClassFormValues>,
  opened: ManagedClass | null,
) => {
  const saved = useMemo(() => (opened ? valuesOf(opened) : emptyClass), [opened]);
  const draft = useMemo((): FormDraft<ClassFormValues> => {
    const key = opened?.id ?? newClassKey;
    return {
      read: () => draftOf(key)?.values,
      keep: (values) => keepDraft(key, { values, opened }),
      forget: () => forgetDraft(key),
    };
  }, [opened]);
  const form: ClassForm<Output> = useSchemaForm(schema, draft.read() ?? saved);
  const { isRestored, startOver } = useFormDraft(form, saved, draft);
  return { form, isRestored, startOver, discardDraft: draft.forget };
};
