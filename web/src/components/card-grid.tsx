import { chakra } from '@chakra-ui/react/styled-system';

/** Cards side by side, as many as fit in the width there is; one that stands alone keeps its size. */
export const CardGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(20rem, 100%), 1fr))',
    alignItems: 'start',
    gap: '6',
  },
});
