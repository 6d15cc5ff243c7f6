import { chakra } from '@chakra-ui/react/styled-system';

/** A short label beside a name: a state or a kind. */
export const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: '0',
    px: '2.5',
    py: '0.5',
    borderRadius: 'full',
    fontSize: 'sm',
    fontWeight: 'bold',
    whiteSpace: 'nowrap',
    // Its shape, where the user's colours replace the background.
    '@media (forced-colors: active)': { borderWidth: '1px' },
  },
  variants: {
    variant: {
      danger: { bg: 'danger.solid', color: 'danger.contrast' },
      neutral: { bg: 'bg.subtle', color: 'fg' },
      accent: { bg: 'accent.solid', color: 'accent.contrast' },
      warning: { bg: 'warning.subtle', color: 'warning.fg' },
      brand: { bg: 'brand.subtle', color: 'brand.fg' },
    },
  },
  defaultVariants: { variant: 'neutral' },
});
