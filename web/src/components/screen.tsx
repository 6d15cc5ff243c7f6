import { Box, type BoxProps } from '@chakra-ui/react/box';
import { useEffect } from 'react';
import { brand } from '#shared/brand';

interface ScreenProps extends BoxProps {
  /** Names the page in the browser's tab, history and bookmarks, and to screen readers on arrival. */
  readonly pageTitle: string;
}

/** The frame of one screen: its page title and the page's width and margins. */
export const Screen = ({ pageTitle, children, ...box }: ScreenProps) => {
  useEffect(() => {
    document.title = `${pageTitle} | ${brand.name}`;
  }, [pageTitle]);
  return (
    <Box
      width="full"
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '6', md: '10' }}
      {...box}
    >
      {children}
    </Box>
  );
};
