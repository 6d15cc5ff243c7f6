import { chakra } from '@chakra-ui/react/styled-system';

/** A standalone text link, at least 44 px tall. `asChild` styles a router link. */
export const TextLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
    overflowWrap: 'anywhere',
  },
});
