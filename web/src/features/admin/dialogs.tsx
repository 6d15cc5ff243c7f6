import { type FormEventHandler, type PropsWithChildren, type ReactNode, useEffect, useRef } from 'react';
import { ConfirmDialog, type ConfirmDialogProps, Modal, ModalButtons } from '../../components/modal.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Stack } from '../../components/ui/stack.tsx';
import { FailureNotice } from './notices.tsx';
import { type ChangeOptions, useChange } from './use-change.ts';

export interface DialogProps<Subject> {
  readonly of: Subject | null | undefined;
  readonly onClose: () => void;
  readonly onDone?: (() => void) | undefined;
}

/** Focuses an element when a dialog's button was removed with its item of a list. @param count number of items in the list */
export const useFocusOnceGone = <Focused extends HTMLElement>(count: number) => {
  const focused = useRef<Focused>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) focused.current?.focus();
    before.current = count;
  }, [count]);
  return focused;
};

interface ConfirmChangeProps<Subject, Output>
  extends DialogProps<Subject>,
    Omit<ChangeOptions<Subject, Output>, keyof DialogProps<Subject> | 'onFailed'>,
    Pick<ConfirmDialogProps, 'action' | 'colorPalette' | 'isLoading'> {
  readonly title: (of: Subject) => string;
  readonly children: (of: Subject) => ReactNode;
}

/** Closes also when the change fails, for which there is a toast. Opened again, it continues the attempt. */
export const ConfirmChange = <Subject, Output>({
  of,
  title,
  action,
  colorPalette,
  isLoading,
  onClose,
  children,
  ...options
}: ConfirmChangeProps<Subject, Output>) => {
  const { submit, isPending } = useChange({ ...options, onClose, onFailed: onClose });
  const isOpen = of !== undefined && of !== null;
  return (
    <ConfirmDialog
      title={isOpen ? title(of) : ''}
      isOpen={isOpen}
      action={action}
      colorPalette={colorPalette}
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
  /** Undefined while there is nothing to send. */
  readonly action: readonly [idle: string, busy: string] | undefined;
  readonly colorPalette?: 'danger' | 'brand';
  readonly disabled?: boolean;
  readonly onClose: () => void;
  /** Without it the button submits its form. */
  readonly onPress?: () => void;
}

export const ChangeButtons = ({
  change: { isPending, error, failure },
  action,
  colorPalette = 'brand',
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
          colorPalette={colorPalette}
          disabled={isPending || disabled}
          onClick={onPress}
        >
          {action[isPending ? 1 : 0]}
        </Button>
      )}
    </ModalButtons>
  </>
);

export interface ChangeFormProps extends Omit<ChangeButtonsProps, 'onPress'> {
  readonly label?: string | undefined;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
}

export const ChangeForm = ({ label, onSubmit, children, ...end }: PropsWithChildren<ChangeFormProps>) => (
  <form
    noValidate
    aria-label={label}
    onSubmit={(event) => {
      // The dialog may be inside another form, which must not be submitted.
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

export interface DialogOfProps<Subject> extends DialogProps<Subject> {
  readonly title: (of: Subject) => string;
  readonly width?: string | undefined;
  readonly keepsText?: boolean | undefined;
  readonly children: (of: Subject) => ReactNode;
}

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
