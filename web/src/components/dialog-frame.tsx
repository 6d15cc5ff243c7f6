import { Dialog } from '@chakra-ui/react/dialog';
import { Drawer } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { type MouseEventHandler, memo, type PropsWithChildren, useEffect, useRef } from 'react';
import { system } from '../app/theme/system.ts';
import { focusFirst } from '../lib/browser/focus-first.ts';
import { NewVersionNotice } from './new-version.tsx';
import { Heading } from './ui/heading.tsx';

export interface DialogFrameProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly role: 'alertdialog' | 'dialog';
  readonly width: string;
  /** Called before Escape closes the dialog, which false prevents. */
  readonly mayClose?: () => boolean;
  readonly onClose: () => void;
  readonly onInput?: (control: EventTarget) => void;
}

/** For requests to close that are no keys, such as Android's Back. TypeScript's library lacks it. */
declare class CloseWatcher {
  /** The event can prevent the closing once for each press on the page. */
  oncancel: ((event: Event) => void) | null;
  onclose: (() => void) | null;
  destroy(): void;
}

/** A closing dialog does not change: the subject of its form may be gone, and the form would ask the API for it. */
const Contents = memo(
  ({ children }: PropsWithChildren<Pick<DialogFrameProps, 'isOpen'>>) => children,
  (_, { isOpen }) => !isOpen,
);

/** Has a request of the browser close what is open, such as Android's Back. */
const useCloseWatcher = (isOpen: boolean, close: () => void): void => {
  const request = useRef(close);
  useEffect(() => {
    request.current = close;
  });
  useEffect(() => {
    if (!isOpen || !('CloseWatcher' in window)) return;
    const watcher = new CloseWatcher();
    // A closed watcher hears no further requests, but the dialog may stay open.
    watcher.oncancel = (event) => {
      event.preventDefault();
      request.current();
    };
    watcher.onclose = () => request.current();
    return () => watcher.destroy();
  }, [isOpen]);
};

/** Chakra's dialog traps and returns the focus; Escape and Android's Back close it, a press beside it does not. */
export const DialogFrame = ({
  title,
  isOpen,
  role,
  width,
  mayClose,
  onClose,
  onInput,
  children,
}: PropsWithChildren<DialogFrameProps>) => {
  const content = useRef<HTMLDivElement>(null);
  const close = () => {
    if (mayClose?.() !== false) onClose();
  };
  useCloseWatcher(isOpen, close);
  return (
    <ChakraProvider value={system}>
      <Dialog.Root
        open={isOpen}
        role={role}
        closeOnInteractOutside={false}
        // Chakra would select the control's text, which the next key would replace. It leaves a focused control alone.
        initialFocusEl={() => focusFirst(content.current)}
        // A page that loses its scroll bar moves.
        preventScroll={false}
        onOpenChange={({ open }) => {
          if (!open) close();
        }}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content ref={content} maxWidth={width} onInput={({ target }) => onInput?.(target)}>
              <Dialog.Header>
                <Dialog.Title asChild>
                  <Heading size="md">{title}</Heading>
                </Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <NewVersionNotice />
                <Contents isOpen={isOpen}>{children}</Contents>
              </Dialog.Body>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </ChakraProvider>
  );
};

export interface DrawerFrameProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly placement: 'end' | 'bottom';
  readonly onClose: () => void;
  readonly onPress: MouseEventHandler<HTMLElement>;
}

export const DrawerFrame = ({
  label,
  isOpen,
  placement,
  onClose,
  onPress,
  children,
}: PropsWithChildren<DrawerFrameProps>) => {
  const content = useRef<HTMLDivElement>(null);
  useCloseWatcher(isOpen, onClose);
  return (
    <ChakraProvider value={system}>
      <Drawer.Root
        open={isOpen}
        placement={placement}
        aria-label={label}
        initialFocusEl={() => focusFirst(content.current)}
        preventScroll={false}
        onOpenChange={({ open }) => {
          if (!open) onClose();
        }}
      >
        <Portal>
          <Drawer.Backdrop />
          {/* What stands in its place has slid in. */}
          <Drawer.Positioner onClick={onPress}>
            <Drawer.Content ref={content} animation="none">
              <Contents isOpen={isOpen}>{children}</Contents>
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
    </ChakraProvider>
  );
};
