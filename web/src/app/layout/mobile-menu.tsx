import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Menu, X } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { backdrop } from '../../components/backdrop.ts';
import { Button } from '../../components/button.tsx';
import { HeaderLinks } from './header-links.tsx';
import { SignInButtons } from './sign-in-buttons.tsx';

/**
 * The side drawer of small screens: a native modal dialog, which handles focus and Escape without the script of a
 * component library.
 */
export const MobileMenu = () => {
  const drawer = useRef<HTMLDialogElement>(null);
  const close = () => drawer.current?.close();
  const closeAfterChoice = ({ target, currentTarget }: MouseEvent) => {
    const isBackdrop = target === currentTarget;
    if (isBackdrop || (target instanceof Element && target.closest('a, button'))) close();
  };
  return (
    <>
      <Button
        variant="ghost"
        size="compact"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <Menu aria-hidden />
      </Button>
      <chakra.dialog
        ref={drawer}
        aria-label="Menu"
        onClick={closeAfterChoice}
        ms="auto"
        me="0"
        my="0"
        height="100dvh"
        maxHeight="none"
        width="min(20rem, 85vw)"
        bg="bg.surface"
        color="fg"
        boxShadow="raised"
        css={{
          '&::backdrop': backdrop,
          '&[open]': { _motionSafe: { animation: 'slideIn 200ms ease-out' } },
        }}
      >
        <Stack p="4" gap="6">
          <HStack justify="end">
            <Button variant="ghost" size="compact" aria-label="Close menu">
              <X aria-hidden />
            </Button>
          </HStack>
          <Stack asChild gap="1" fontSize="lg">
            <nav aria-label="Main">
              <HeaderLinks />
            </nav>
          </Stack>
          <Stack gap="3">
            <SignInButtons />
          </Stack>
        </Stack>
      </chakra.dialog>
    </>
  );
};
