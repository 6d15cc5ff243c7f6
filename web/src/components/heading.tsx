import { chakra } from '@chakra-ui/react/styled-system';

/** A heading in the display face; `as` sets its level. */
export const Heading = chakra('h2', {
  base: {
    fontFamily: 'heading',
    fontWeight: 'extrabold',
    letterSpacing: 'tight',
    lineHeight: 'heading',
    textWrap: 'balance',
    overflowWrap: 'anywhere',
  },
  variants: {
    size: {
      md: { fontSize: 'xl' },
      lg: { fontSize: '2xl' },
      xl: { fontSize: '3xl' },
      '2xl': { fontSize: '4xl', lineHeight: 'display' },
      display: { fontSize: '5xl', lineHeight: 'display' },
    },
  },
  defaultVariants: { size: 'lg' },
});
