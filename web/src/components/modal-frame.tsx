import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { type PropsWithChildren, useEffect, useId, useRef } from 'react';
import { backdrop } from './backdrop.ts';
import { Heading } from './heading.tsx';

export interface ModalFrameProps {
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
export const ModalFrame = ({
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
