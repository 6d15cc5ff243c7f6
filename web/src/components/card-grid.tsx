import { chakra } from '@chakra-ui/react/styled-system';

/** Cards in as many columns as fit; a single card keeps the width of a column. */
export const CardGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(19rem, 100%), 1fr))',
    alignItems: 'start',
    gap: '6',
  },
});
