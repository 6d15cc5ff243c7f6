import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type ChangedClass,
  changedClassSchema,
  createClassSchema,
  firstClassSchema,
  pictureHostRule,
} from '#shared/classes/class-input';
import type { ClassId } from '#shared/lib/ids';
import { useFormDraft } from '../../../components/draft-notice.tsx';
import { type EditDraft, useEditForm } from '../../../components/edited-form.tsx';
import { createDrafts } from '../../../lib/forms/form-draft.ts';
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useEditedClassFields } from './class-changes.ts';
import { type ClassFormValues, emptyClass, enteredClass, savedValues } from './class-form-values.ts';

export type ClassForm<Output = unknown> = UseFormReturn<ClassFormValues, unknown, Output>;

const readClass = z.transform((values: ClassFormValues): unknown => enteredClass(values));

export const changedClassForm = (pictureHosts: readonly string[]) =>
  z.pipe(readClass, changedClassSchema.check(pictureHostRule(pictureHosts)));

export const newClassSchema = (pictureHosts: readonly string[]) =>
  z.pipe(readClass, createClassSchema.check(pictureHostRule(pictureHosts)));

export const firstClassForm = (pictureHosts: readonly string[]) =>
  z.pipe(
    z.transform((values: ClassFormValues): unknown => {
      const { venue_id: _, ...entered } = enteredClass(values);
      return { ...entered, first_venue: { ...values.first_venue, map_url: null, directions: null } };
    }),
    firstClassSchema.check(pictureHostRule(pictureHosts)),
  );

const editDrafts = createDrafts<EditDraft<ChangedClass, ClassFormValues>>('class');

/** Sends what was touched (PRF-01); closing the form keeps what was typed. */
export const useClassEdit = <Output>(
  id: ClassId,
  stored: ChangedClass,
  schema: z.ZodMiniType<Output, ClassFormValues>,
) => {
  const draft = useMemo(() => editDrafts(id), [id]);
  return useEditForm({ stored, toInput: savedValues, fields: useEditedClassFields(), schema, draft });
};

const newDraft = createDrafts<ClassFormValues>('class')('new');

/** Unsaved values survive closing the form, until they are saved or discarded. */
export const useClassForm = <Output>(schema: z.ZodMiniType<Output, ClassFormValues>) => {
  const form: ClassForm<Output> = useSchemaForm(schema, newDraft.read() ?? emptyClass);
  const { isRestored, startOver } = useFormDraft(form, emptyClass, newDraft);
  return { form, isRestored, startOver, discardDraft: newDraft.forget };
};
