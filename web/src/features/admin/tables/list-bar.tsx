import { chakra } from '@chakra-ui/react/styled-system';

/** The bar above a list: search, count, actions. */
export const ListBar = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '4', _print: { display: 'none' } },
});
