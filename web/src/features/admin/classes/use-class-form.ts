import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ManagedClass } from '#shared/schemas/class-input';
import { useLeaveWarning } from '../../../lib/forms/use-leave-warning.ts';
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
  const key = opened?.id ?? newClassKey;
  const [isRestored, setIsRestored] = useState(() => draftOf(key) !== undefined);
  const form: ClassForm<Output> = useSchemaForm(
    schema,
    draftOf(key)?.values ?? (opened ? valuesOf(opened) : emptyClass),
  );
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(key, { values: structuredClone(values), opened }),
      }),
    [form, key, opened],
  );
  const [hasDraft] = useState(() => () => draftOf(key) !== undefined);
  useLeaveWarning(hasDraft);
  const startOver = () => {
    form.reset(opened ? valuesOf(opened) : emptyClass);
    forgetDraft(key);
    setIsRestored(false);
  };
  return { form, isRestored, startOver, discardDraft: () => forgetDraft(key) };
};
