import { chakra } from '@chakra-ui/react/styled-system';

/** A raised surface that holds one thing. */
export const Card = chakra('div', {
  base: {
    bg: 'bg.surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'xl',
    boxShadow: 'card',
    overflow: 'hidden',
  },
});
