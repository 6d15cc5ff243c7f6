import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import {
  createContext,
  type PropsWithChildren,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLeaveWarning } from '../lib/forms/form-draft.ts';
import { Button, backdrop } from './controls.tsx';
import { Heading } from './screen.tsx';

/**
 * How a button of a dialog closes it: the dialog asks first while it has typed text. Outside of a dialog it closes at
 * once.
 */
const CloseRequest = createContext<(close: () => void) => void>((close) => close());

interface ModalFrameProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly role: 'alertdialog' | 'dialog';
  /** As wide as the window at most. */
  readonly width: string;
  /** Called before Escape closes the dialog. Returns whether it may close. */
  readonly mayClose?: () => boolean;
  /** Also called after Escape. */
  readonly onClose: () => void;
  /** Called with each control whose value the user changes. */
  readonly onInput?: (control: EventTarget) => void;
}

/** A native modal dialog: traps the focus, returns it on close, and closes with Escape. */
const ModalFrame = ({
  title,
  isOpen,
  role,
  width,
  mayClose,
  onClose,
  onInput,
  children,
}: PropsWithChildren<ModalFrameProps>) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <chakra.dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      // React also passes on the events of a dialog inside of this one.
      onCancel={(event) => {
        if (event.target === event.currentTarget && mayClose?.() === false) event.preventDefault();
      }}
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
      onInput={({ target }) => onInput?.(target)}
      m="auto"
      width={`min(${width}, calc(100vw - 1.5rem))`}
      maxHeight="calc(100dvh - 1.5rem)"
      overflowY="auto"
      p={{ base: '4', sm: '6' }}
      borderRadius="xl"
      bg="bg.surface"
      color="fg"
      boxShadow="raised"
      css={{
        '&::backdrop': backdrop,
        '&[open]': { _motionSafe: { animation: 'rise 200ms ease-out' } },
      }}
    >
      {isOpen && (
        <Stack gap="5">
          <Heading id={titleId} size="md">
            {title}
          </Heading>
          {children}
        </Stack>
      )}
    </chakra.dialog>
  );
};

const Summary = chakra('summary', {
  base: { minHeight: 'touch', alignContent: 'center', fontWeight: 'semibold', cursor: 'pointer' },
});

/** What a dialog says besides the consequence, behind a press (FAM-08). */
export const Details = ({ children }: PropsWithChildren) => (
  <chakra.details color="fg.muted">
    <Summary>Details</Summary>
    <Stack gap="2">{children}</Stack>
  </chakra.details>
);

interface ModalButtonsProps {
  /** "Close" where the dialog has no action. */
  readonly cancelLabel?: string;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

/** The buttons of a dialog: Cancel, which has the initial focus, then the action. */
export const ModalButtons = ({ cancelLabel = 'Cancel', onCancel, children }: ModalButtonsProps) => {
  const request = use(CloseRequest);
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap-reverse"
      justifyContent="flex-end"
      gap="3"
      css={{ '& > *': { flexGrow: { base: '1', sm: '0' } } }}
    >
      <Button type="button" variant="ghost" onClick={() => request(onCancel)}>
        {cancelLabel}
      </Button>
      {children}
    </chakra.div>
  );
};

interface ModalProps extends Pick<ModalFrameProps, 'title' | 'isOpen' | 'onClose'> {
  /** `alertdialog` asks a question; `dialog` holds a form and is wider. */
  readonly role?: ModalFrameProps['role'];
  /** As wide as the window at most. */
  readonly width?: string | undefined;
  /** Whether closing keeps what was typed, so that nothing is asked. */
  readonly keepsText?: boolean | undefined;
}

const widths = { alertdialog: '28rem', dialog: '48rem' };

/** Controls whose text is entered again without effort, or not at all. */
const passingTypes = ['search', 'password', 'checkbox', 'radio'];

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (control: EventTarget): control is TextControl =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !passingTypes.includes(control.type));

/** The text that was typed into a dialog: fields that were removed since do not count. */
const useTypedText = () => {
  const typed = useRef(new Set<TextControl>());
  const add = useCallback((control: EventTarget) => {
    if (isTextControl(control)) typed.current.add(control);
  }, []);
  const hasText = useCallback(
    () => [...typed.current].some(({ isConnected, value }) => isConnected && value.trim() !== ''),
    [],
  );
  return { add, hasText };
};

/** A modal dialog. One with a form asks before it discards typed text, also when the page is left. */
export const Modal = ({
  title,
  isOpen,
  role = 'alertdialog',
  width = widths[role],
  keepsText = role === 'alertdialog',
  onClose,
  children,
}: PropsWithChildren<ModalProps>) => {
  const [isAsking, setIsAsking] = useState(false);
  const { add, hasText } = useTypedText();
  const wouldDiscard = useCallback(() => !keepsText && hasText(), [keepsText, hasText]);
  useLeaveWarning(isOpen && !keepsText ? hasText : undefined);
  const request = (close: () => void): void => {
    if (wouldDiscard()) setIsAsking(true);
    else close();
  };
  return (
    <>
      {/* First, so that it closes before the dialog, which then returns the focus. */}
      {!keepsText && (
        <ModalFrame
          title="Discard what you entered?"
          isOpen={isOpen && isAsking}
          role="alertdialog"
          width={widths.alertdialog}
          onClose={() => setIsAsking(false)}
        >
          <Text>It is not saved yet.</Text>
          <ModalButtons cancelLabel="Keep Editing" onCancel={() => setIsAsking(false)}>
            <Button
              type="button"
              variant="danger"
              onClick={() => {
                setIsAsking(false);
                onClose();
              }}
            >
              Discard
            </Button>
          </ModalButtons>
        </ModalFrame>
      )}
      <ModalFrame
        title={title}
        isOpen={isOpen}
        role={role}
        width={width}
        onClose={onClose}
        mayClose={() => {
          setIsAsking(wouldDiscard());
          return !wouldDiscard();
        }}
        onInput={add}
      >
        <CloseRequest value={request}>{children}</CloseRequest>
      </ModalFrame>
    </>
  );
};

export interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly cancelLabel?: string;
  /** Label of the button, and its label while the action is pending. */
  readonly action: readonly [idle: string, busy: string];
  /** Of the button. */
  readonly variant?: 'danger' | 'solid' | undefined;
  readonly isPending: boolean;
  /** Whether what the dialog says is still being read. */
  readonly isLoading?: boolean | undefined;
  readonly onConfirm: () => void;
}

/**
 * Confirms a destructive action. `children` say what is lost, in numbers, and name a less destructive alternative if there is
 * one.
 */
export const ConfirmDialog = ({
  title,
  isOpen,
  onClose,
  cancelLabel = 'Cancel',
  action: [idle, busy],
  variant = 'danger',
  isPending,
  isLoading = false,
  onConfirm,
  children,
}: PropsWithChildren<ConfirmDialogProps>) => (
  <Modal title={title} isOpen={isOpen} onClose={onClose}>
    {children}
    <ModalButtons cancelLabel={cancelLabel} onCancel={onClose}>
      <Button type="button" variant={variant} disabled={isPending || isLoading} onClick={onConfirm}>
        {isPending ? busy : idle}
      </Button>
    </ModalButtons>
  </Modal>
);
