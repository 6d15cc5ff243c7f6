import { chakra } from '@chakra-ui/react/styled-system';

/** What stands over a list: its search, its count, its actions. */
export const ListBar = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '4', _print: { display: 'none' } },
});
