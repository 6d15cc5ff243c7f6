import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { type PropsWithChildren, useEffect, useId, useRef } from 'react';
import { Heading } from './heading.tsx';

interface ModalProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** `alertdialog` asks a question; `dialog` holds a form and is wider. */
  readonly role?: 'alertdialog' | 'dialog';
  /** As wide as the window at most. */
  readonly width?: string;
  /** Also called after Escape. */
  readonly onClose: () => void;
}

const widths = { alertdialog: '28rem', dialog: '48rem' };

/** A native modal dialog: traps the focus, returns it on close, and closes with Escape. */
export const Modal = ({
  title,
  isOpen,
  role = 'alertdialog',
  width = widths[role],
  onClose,
  children,
}: PropsWithChildren<ModalProps>) => {
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
      onClose={({ target, currentTarget }) => {
        // React also passes on the event of a dialog inside of this one.
        if (target === currentTarget) onClose();
      }}
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
        '&::backdrop': { bg: 'rgb(13 27 42 / 0.55)' },
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
