import { Box } from '@chakra-ui/react/box';
import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { BrandMark } from './brand-mark.tsx';
import { HeaderLinks } from './header-links.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SignInButtons } from './sign-in-buttons.tsx';

interface HeaderProps {
  /** As wide as the window. */
  readonly isWide: boolean;
  /** Between the logo and the links. */
  readonly children?: ReactNode;
}

/** Header with all links in a row; below 768 px with a side drawer (PUB-13, NTF-06). */
export const Header = ({ isWide, children }: HeaderProps) => (
  <chakra.header
    position="sticky"
    top="0"
    zIndex="header"
    bg="bg"
    borderBottomWidth="1px"
    borderColor="border"
  >
    <HStack
      justify="space-between"
      maxWidth={isWide ? 'none' : 'page'}
      mx="auto"
      px={{ base: '4', md: '6' }}
      minHeight="16"
    >
      <BrandMark />
      {children}
      <Box asChild display={{ base: 'none', md: 'block' }}>
        <nav aria-label="Main">
          <HStack gap="1">
            <HeaderLinks />
          </HStack>
        </nav>
      </Box>
      {/* As wide as the longest labels, so that nothing moves when the sign-in is known. */}
      <HStack gap="2" display={{ base: 'none', md: 'flex' }} justify="end" minWidth="56">
        <SignInButtons />
      </HStack>
      <Box display={{ md: 'none' }}>
        <MobileMenu />
      </Box>
    </HStack>
  </chakra.header>
);
