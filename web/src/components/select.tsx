import { Box } from '@chakra-ui/react/box';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import { controlStyles } from './control-styles.ts';

const NativeSelect = chakra('select', { base: { ...controlStyles, appearance: 'none', pe: '11' } });

/** A styled native select. */
export const Select = (props: HTMLChakraProps<'select'>) => (
  <Box position="relative">
    <NativeSelect {...props} />
    <Box
      position="absolute"
      right="3.5"
      top="0"
      bottom="0"
      display="grid"
      placeItems="center"
      pointerEvents="none"
    >
      <ChevronDown size="1.25em" aria-hidden />
    </Box>
  </Box>
);
