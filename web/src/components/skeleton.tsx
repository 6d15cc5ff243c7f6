import { chakra } from '@chakra-ui/react/styled-system';

/** A grey shape where content is about to be. The loading text beside it is what is read out. */
export const Skeleton = chakra('div', {
  base: {
    bg: 'bg.subtle',
    borderRadius: 'lg',
    _motionSafe: { animation: 'pulse 1.6s ease-in-out infinite' },
  },
});
