import { Box, type BoxProps } from '@chakra-ui/react/box';
import { usePageTitle } from '../lib/pages/page-title.ts';

interface ScreenProps extends BoxProps {
  readonly pageTitle: string;
}

/** The outer box of a screen: sets the page title, the width and the margins. */
export const Screen = ({ pageTitle, ...box }: ScreenProps) => {
  usePageTitle(pageTitle);
  return (
    <Box
      width="full"
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '6', md: '10' }}
      {...box}
    />
  );
};
