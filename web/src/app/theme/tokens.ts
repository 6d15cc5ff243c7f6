import { defineTokens } from '@chakra-ui/react/styled-system';
import { palette } from '#shared/palette';

/** Chakra's spacing scale in quarters of a rem. A style with another number has no effect. */
const steps = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56,
  60, 64, 72, 80, 96,
];
const scale = Object.fromEntries([
  ['0', { value: '0rem' }],
  ...steps.map((step) => [String(step), { value: `${step / 4}rem` }]),
]);

/** Palette and scales, the same in both themes. Screens use the semantic tokens instead of the colours. */
export const tokens = defineTokens({
  colors: {
    chalk: { value: palette.chalk },
    white: { value: palette.white },
    navy: { value: palette.navy },
    pitch: {
      deep: { value: palette.pitch },
      deeper: { value: palette.pitchDeeper },
      bright: { value: palette.pitchBright },
      night: { value: palette.pitchNight },
    },
    ball: { value: palette.ball },
    ballDark: { value: '#F2B41C' },
    coral: { value: palette.coral },
    coralNight: { value: palette.coralNight },
  },
  fonts: {
    heading: { value: '"Bricolage Grotesque", "Bricolage Fallback", Arial, sans-serif' },
    body: { value: '"Figtree Variable", "Figtree Fallback", Arial, sans-serif' },
  },
  fontSizes: {
    sm: { value: '0.875rem' },
    md: { value: '1rem' },
    lg: { value: '1.125rem' },
    xl: { value: '1.25rem' },
    '2xl': { value: '1.5rem' },
    '3xl': { value: 'clamp(1.625rem, 1.4rem + 1vw, 2rem)' },
    '4xl': { value: 'clamp(2.125rem, 1.7rem + 2.1vw, 3rem)' },
    '5xl': { value: 'clamp(2.625rem, 1.9rem + 3.6vw, 4.25rem)' },
  },
  fontWeights: {
    normal: { value: '400' },
    medium: { value: '500' },
    semibold: { value: '600' },
    bold: { value: '700' },
    extrabold: { value: '800' },
  },
  lineHeights: {
    display: { value: '1.04' },
    heading: { value: '1.15' },
    body: { value: '1.55' },
  },
  letterSpacings: { tight: { value: '-0.02em' } },
  spacing: scale,
  sizes: {
    ...scale,
    full: { value: '100%' },
    prose: { value: '42rem' },
    page: { value: '76rem' },
    /** Smallest touch target. */
    touch: { value: '2.75rem' },
  },
  radii: {
    sm: { value: '0.5rem' },
    md: { value: '0.75rem' },
    lg: { value: '1rem' },
    xl: { value: '1.25rem' },
    full: { value: '9999px' },
  },
  durations: { quick: { value: '140ms' }, calm: { value: '220ms' } },
  zIndex: { header: { value: '10' }, bar: { value: '20' }, skip: { value: '100' } },
});
