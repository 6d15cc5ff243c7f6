import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { type PropsWithChildren, useEffect, useId, useRef } from 'react';
import { Heading } from './heading.tsx';

interface ModalProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** It was closed, with Escape too. */
  readonly onClose: () => void;
}

/**
 * Asks for a decision before anything else. The browser's own modal dialog: it keeps the focus, returns it to where it
 * came from, and closes with Escape.
 */
export const Modal = ({ title, isOpen, onClose, children }: PropsWithChildren<ModalProps>) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <chakra.dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      onClose={onClose}
      m="auto"
      width="min(28rem, calc(100vw - 2rem))"
      maxHeight="calc(100dvh - 2rem)"
      overflowY="auto"
      p="6"
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
