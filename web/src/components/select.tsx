import { Box } from '@chakra-ui/react/box';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import { controlLook } from './control-look.ts';

const NativeSelect = chakra('select', { base: { ...controlLook, appearance: 'none', pe: '11' } });

/** A list to choose one from: the device's own, which phones and screen readers know best. */
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
