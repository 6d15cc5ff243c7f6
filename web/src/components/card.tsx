import { chakra } from '@chakra-ui/react/styled-system';

/** A raised box. */
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
