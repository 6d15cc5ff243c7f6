import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type EditedFields, type EditOf, useEditForm } from '../../components/edited-form.tsx';
import { formKeys } from '../../lib/api/attempt-key.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { ChangeForm, type ChangeFormProps, DialogOf, type DialogOfProps } from './dialogs.tsx';
import { type ChangeOptions, useChange } from './use-change.ts';

/** A repetition after a lost answer is the same attempt (PAY-02). @returns the form, its fields, and props of `ChangeForm` */
export const useChangeForm = <Input extends FieldValues, Body, Output>(
  schema: z.ZodMiniType<Body, Input>,
  defaultValues: NoInfer<DefaultValues<Input>>,
  { onFailed, ...options }: ChangeOptions<Body, Output>,
) => {
  const form = useSchemaForm(schema, defaultValues);
  const change = useChange(
    {
      ...options,
      onFailed: (error) => {
        onFailed?.(error);
        showIssues(error, form.setError);
      },
    },
    formKeys,
  );
  return { form, field: fieldsOf(form), frame: { change, onSubmit: form.handleSubmit(change.submit) } };
};

interface FormDialogProps<Subject, Input extends FieldValues, Body, Output>
  extends Omit<DialogOfProps<Subject>, 'keepsText' | 'children'>,
    Omit<ChangeOptions<Body, Output>, keyof DialogOfProps<Subject> | 'send' | 'onFailed'>,
    Pick<ChangeFormProps, 'label' | 'action'> {
  readonly schema: (of: Subject) => z.ZodMiniType<Body, Input>;
  readonly values: (of: Subject) => NoInfer<DefaultValues<Input>>;
  readonly send: (of: Subject, body: Body) => Promise<Output>;
  readonly children: (field: ReturnType<typeof fieldsOf<Input>>, of: Subject) => ReactNode;
}

export const FormDialog = <Subject, Input extends FieldValues, Body, Output>({
  title,
  width,
  ...form
}: FormDialogProps<Subject, Input, Body, Output>) => (
  <DialogOf of={form.of} title={title} width={width} onClose={form.onClose}>
    {(of) => <DialogForm {...form} of={of} />}
  </DialogOf>
);

const DialogForm = <Subject, Input extends FieldValues, Body, Output>({
  of,
  schema,
  values,
  send,
  label,
  action,
  onClose,
  children,
  ...options
}: Omit<FormDialogProps<Subject, Input, Body, Output>, 'title' | 'width'> & { readonly of: Subject }) => {
  const { field, frame } = useChangeForm(schema(of), values(of), {
    ...options,
    send: (body: Body) => send(of, body),
    onClose,
  });
  return (
    <ChangeForm label={label} action={action} onClose={onClose} {...frame}>
      {children(field, of)}
    </ChangeForm>
  );
};

interface EditDialogProps<
  Subject,
  Shown extends object,
  Input extends FieldValues,
  Body extends object,
  Output,
> extends Omit<FormDialogProps<Subject, Input, Body, Output>, 'values' | 'send' | 'done' | 'children'> {
  readonly done: string;
  readonly stored: (of: Subject) => Shown;
  readonly toInput: (shown: Shown) => Input;
  readonly fields: EditedFields<Shown, Input>;
  readonly send: (of: Subject, edit: EditOf<Shown, Body>) => Promise<Output>;
  readonly children: (
    field: ReturnType<typeof fieldsOf<Input>>,
    of: Subject,
    form: UseFormReturn<Input, unknown, Body>,
  ) => ReactNode;
}

/** Edits stored values and sends those that were touched (PRF-01). */
export const EditDialog = <
  Subject,
  Shown extends object,
  Input extends FieldValues,
  Body extends object,
  Output,
>({
  title,
  width,
  ...form
}: EditDialogProps<Subject, Shown, Input, Body, Output>) => (
  <DialogOf of={form.of} title={title} width={width} onClose={form.onClose}>
    {(of) => <EditForm {...form} of={of} />}
  </DialogOf>
);

export const EditForm = <
  Subject,
  Shown extends object,
  Input extends FieldValues,
  Body extends object,
  Output,
>({
  of,
  schema,
  stored,
  toInput,
  fields,
  send,
  label,
  action,
  onClose,
  children,
  ...options
}: Omit<EditDialogProps<Subject, Shown, Input, Body, Output>, 'title' | 'width'> & {
  readonly of: Subject;
}) => {
  const edit = useEditForm({ schema: schema(of), stored: stored(of), toInput, fields });
  const change = useChange({
    ...options,
    send: (body: EditOf<Shown, Body>) => send(of, body),
    onClose,
    isShown: edit.isShown,
    onFailed: (error) => {
      edit.onFailed(error);
      showIssues(error, edit.form.setError);
    },
  });
  return (
    <ChangeForm
      label={label}
      action={action}
      onClose={onClose}
      change={edit.conflict ? { ...change, error: null } : change}
      onSubmit={edit.form.handleSubmit((body) => edit.save(body, change.submit, onClose))}
    >
      {edit.conflict}
      {children(edit.field, of, edit.form)}
    </ChangeForm>
  );
};
