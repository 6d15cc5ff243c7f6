import { chakra } from '@chakra-ui/react/styled-system';

/** A grey placeholder for loading content. Screen readers read a loading text beside it. */
export const Skeleton = chakra('div', {
  base: {
    bg: 'bg.subtle',
    borderRadius: 'lg',
    // Content that comes within a second replaces it before it moves. A browser without a GPU draws each frame of the
    // animation with the processor that renders the content.
    _motionSafe: { animation: 'pulse 1.6s 1s ease-in-out infinite' },
  },
});
