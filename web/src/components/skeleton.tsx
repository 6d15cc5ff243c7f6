import { chakra } from '@chakra-ui/react/styled-system';

/** A grey placeholder for loading content. Screen readers read a loading text beside it. */
export const Skeleton = chakra('div', {
  base: {
    bg: 'bg.subtle',
    borderRadius: 'lg',
    _motionSafe: { animation: 'pulse 1.6s ease-in-out infinite' },
  },
});
