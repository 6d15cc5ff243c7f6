import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import type { PropsWithChildren } from 'react';
import { palette } from '#shared/palette';

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

/** Cards in as many columns as fit; a single card keeps the width of a column. */
export const CardGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(19rem, 100%), 1fr))',
    alignItems: 'start',
    gap: { base: '3', sm: '6' },
  },
});

/** Empty state of a list, with an illustration of an empty pitch. */
export const EmptyPitch = ({ children }: PropsWithChildren) => (
  <Stack align="center" textAlign="center" gap="5" py="12">
    <chakra.svg viewBox="0 0 240 140" width="min(20rem, 80%)" aria-hidden="true">
      <rect x="3" y="3" width="234" height="134" rx="12" fill={palette.pitchBright} />
      <g fill="none" stroke={palette.chalk} strokeWidth="3" opacity="0.85">
        <path d="M120 3v134M3 38h34v64H3M237 38h-34v64h34" />
        <circle cx="120" cy="70" r="30" />
      </g>
      <circle cx="120" cy="70" r="10" fill={palette.ball} stroke={palette.navy} strokeWidth="3" />
    </chakra.svg>
    {children}
  </Stack>
);
