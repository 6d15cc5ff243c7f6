import { Stack } from '@chakra-ui/react/stack';
import type { FormEventHandler, PropsWithChildren, ReactNode } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Button } from '../../components/controls.tsx';
import { ConfirmDialog, type ConfirmDialogProps, Modal, ModalButtons } from '../../components/modal.tsx';
import { formKeys } from '../../lib/api/attempt-key.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { FailureNotice } from './notices.tsx';
import { type ChangeOptions, useChange } from './use-change.ts';

/** What the screen of a dialog says. */
export interface DialogProps<Subject> {
  /** What the dialog is about; it is open while this is set. */
  readonly of: Subject | null | undefined;
  readonly onClose: () => void;
  /** Called when the change is stored and the dialog has closed. */
  readonly onDone?: (() => void) | undefined;
}

interface ConfirmChangeProps<Subject, Output>
  extends DialogProps<Subject>,
    Omit<ChangeOptions<Subject, Output>, 'onDone' | 'onFailed'>,
    Pick<ConfirmDialogProps, 'action' | 'variant' | 'isLoading'> {
  readonly title: (of: Subject) => string;
  /** What the dialog says. */
  readonly children: (of: Subject) => ReactNode;
}

/** Asks before a change. It closes when the change fails, too: a toast says why. Opened again, it goes on with the attempt. */
export const ConfirmChange = <Subject, Output>({
  of,
  title,
  action,
  variant,
  isLoading,
  onClose,
  onDone,
  children,
  ...options
}: ConfirmChangeProps<Subject, Output>) => {
  const { submit, isPending } = useChange({
    ...options,
    onDone: () => {
      onClose();
      onDone?.();
    },
    onFailed: onClose,
  });
  const isOpen = of !== undefined && of !== null;
  return (
    <ConfirmDialog
      title={isOpen ? title(of) : ''}
      isOpen={isOpen}
      action={action}
      variant={variant}
      isPending={isPending}
      isLoading={isLoading}
      onClose={onClose}
      onConfirm={() => isOpen && submit(of)}
    >
      {isOpen && children(of)}
    </ConfirmDialog>
  );
};

interface ChangeButtonsProps {
  readonly change: { readonly isPending: boolean; readonly error: unknown; readonly failure: string };
  /** Label of the button, and its label while the change is pending; undefined while there is nothing to send. */
  readonly action: readonly [idle: string, busy: string] | undefined;
  readonly variant?: 'danger' | 'solid';
  readonly disabled?: boolean;
  readonly onClose: () => void;
  /** Without it the button submits its form. */
  readonly onPress?: () => void;
}

/** The end of a dialog: why its change failed, and its buttons. */
export const ChangeButtons = ({
  change: { isPending, error, failure },
  action,
  variant = 'solid',
  disabled = false,
  onClose,
  onPress,
}: ChangeButtonsProps) => (
  <>
    <FailureNotice error={error} failure={failure} />
    <ModalButtons onCancel={onClose}>
      {action && (
        <Button
          type={onPress ? 'button' : 'submit'}
          variant={variant}
          disabled={isPending || disabled}
          onClick={onPress}
        >
          {action[isPending ? 1 : 0]}
        </Button>
      )}
    </ModalButtons>
  </>
);

interface ChangeFormProps extends Omit<ChangeButtonsProps, 'onPress'> {
  /** Names the form. */
  readonly label?: string | undefined;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
}

/** The form of a dialog. */
export const ChangeForm = ({ label, onSubmit, children, ...end }: PropsWithChildren<ChangeFormProps>) => (
  <form
    noValidate
    aria-label={label}
    onSubmit={(event) => {
      // The dialog may be inside of another form, whose submit this is not.
      event.stopPropagation();
      onSubmit(event);
    }}
  >
    <Stack gap="5">
      {children}
      <ChangeButtons {...end} />
    </Stack>
  </form>
);

/**
 * A change whose body is entered in a form. Sent again after a lost answer it is the same attempt (PAY-02).
 * @returns the form, what makes its fields, and what `ChangeForm` needs
 */
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

interface DialogOfProps<Subject> extends DialogProps<Subject> {
  readonly title: (of: Subject) => string;
  /** As wide as the window at most. */
  readonly width?: string | undefined;
  /** Whether closing keeps what was typed, so that nothing is asked. */
  readonly keepsText?: boolean | undefined;
  readonly children: (of: Subject) => ReactNode;
}

/** A dialog with a form, which asks before it discards typed text. */
export const DialogOf = <Subject,>({
  of,
  title,
  width,
  keepsText,
  onClose,
  children,
}: DialogOfProps<Subject>) => {
  const isOpen = of !== undefined && of !== null;
  return (
    <Modal
      role="dialog"
      title={isOpen ? title(of) : ''}
      width={width}
      isOpen={isOpen}
      keepsText={keepsText}
      onClose={onClose}
    >
      {isOpen && children(of)}
    </Modal>
  );
};

interface FormDialogProps<Subject, Input extends FieldValues, Body, Output>
  extends Omit<DialogOfProps<Subject>, 'keepsText' | 'children'>,
    Omit<ChangeOptions<Body, Output>, 'send' | 'onDone' | 'onFailed'>,
    Pick<ChangeFormProps, 'label' | 'action'> {
  readonly schema: (of: Subject) => z.ZodMiniType<Body, Input>;
  readonly values: (of: Subject) => NoInfer<DefaultValues<Input>>;
  readonly send: (of: Subject, body: Body) => Promise<Output>;
  readonly children: (field: ReturnType<typeof fieldsOf<Input>>, of: Subject) => ReactNode;
}

/** A dialog with a form for one change. It closes when the change is stored. */
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
  onDone,
  children,
  ...options
}: Omit<FormDialogProps<Subject, Input, Body, Output>, 'title' | 'width'> & { readonly of: Subject }) => {
  const { field, frame } = useChangeForm(schema(of), values(of), {
    ...options,
    send: (body: Body) => send(of, body),
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  return (
    <ChangeForm label={label} action={action} onClose={onClose} {...frame}>
      {children(field, of)}
    </ChangeForm>
  );
};
