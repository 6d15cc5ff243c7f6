import { chakra } from '@chakra-ui/react/styled-system';

/** A link that stands alone as text; at least 44 px tall. `asChild` gives a router's link its looks. */
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
