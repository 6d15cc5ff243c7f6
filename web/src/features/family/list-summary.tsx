import { chakra } from '@chakra-ui/react/styled-system';

/** The line of a collapsed list on a booking's card. */
export const ListSummary = chakra('summary', {
  base: { cursor: 'pointer', fontWeight: 'semibold', color: 'brand.fg', py: '2' },
});
