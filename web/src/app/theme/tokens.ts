import { palette, programmePalette, themePalette } from '#shared/palette';

// Panda compiles these tokens to static CSS (panda.config.ts), and Chakra's own components use them at run time (system.ts).

/** Steps of Chakra's scale, in quarters of a rem. Each one costs every page a line of its style sheet, so only those in use. */
const scaleOf = (...steps: readonly number[]) =>
  Object.fromEntries(steps.map((step) => [String(step), { value: `${step / 4}rem` }]));

export const tokens = {
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
    mono: { value: 'ui-monospace, SFMono-Regular, Menlo, Monaco, Consolas, monospace' },
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
  spacing: scaleOf(0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 10, 11, 12, 16, 20, 24, 32, 52),
  sizes: {
    ...scaleOf(
      0,
      1,
      2,
      2.5,
      3,
      5,
      6,
      8,
      10,
      11,
      12,
      14,
      16,
      20,
      24,
      28,
      32,
      36,
      40,
      44,
      48,
      52,
      56,
      60,
      64,
      80,
      96,
    ),
    full: { value: '100%' },
    prose: { value: '42rem' },
    page: { value: '76rem' },
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
  zIndex: {
    header: { value: '10' },
    bar: { value: '20' },
    dialog: { value: '50' },
    skip: { value: '100' },
  },
};

const pair = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

const ofBoth = ({ light, dark }: { readonly light: string; readonly dark: string }) => pair(light, dark);

const programme = (
  { ground, text }: { readonly ground: string; readonly text: string },
  groundAtNight?: string,
) => ({
  solid: groundAtNight ? pair(ground, groundAtNight) : { value: ground },
  contrast: { value: text },
});

/** Measured contrast: text at least 4.5:1 on its background, control borders at least 3:1 (WCAG 2.2 AA). */
export const semanticTokens = {
  colors: {
    bg: {
      DEFAULT: ofBoth(themePalette.page),
      surface: ofBoth(themePalette.surface),
      subtle: ofBoth(themePalette.subtle),
    },
    fg: {
      DEFAULT: ofBoth(themePalette.text),
      muted: ofBoth(themePalette.muted),
    },
    border: {
      DEFAULT: ofBoth(themePalette.line),
      control: pair('#6F7F78', '#7F97AB'),
    },
    brand: {
      solid: pair('{colors.pitch.deep}', '{colors.pitch.night}'),
      hover: pair('{colors.pitch.deeper}', themePalette.link.dark),
      contrast: pair('{colors.white}', '{colors.navy}'),
      fg: ofBoth(themePalette.link),
      subtle: pair('#E2F3E8', '#123B33'),
      line: pair('#B9DEC7', '#2A6B57'),
    },
    accent: {
      solid: { value: '{colors.ball}' },
      hover: { value: '{colors.ballDark}' },
      contrast: { value: '{colors.navy}' },
    },
    danger: {
      solid: pair('{colors.coral}', '{colors.coralNight}'),
      hover: pair('#A93320', '#FFA490'),
      contrast: pair('{colors.white}', '{colors.navy}'),
      fg: pair('#B3331F', '#FF9B85'),
      subtle: pair('#FDEBE6', '#43231F'),
    },
    warning: {
      fg: pair('#6B4700', '#FFDD8A'),
      subtle: pair('#FFF3D1', '#3B2F0C'),
      line: pair('#E3A712', '#8F6F15'),
    },
    neutral: { subtle: { value: '{colors.bg.subtle}' }, fg: { value: '{colors.fg}' } },
    ground: {
      pitch: pair('{colors.pitch.deep}', '#0A3B2A'),
      line: pair('#3C8563', '#2A6B57'),
      fg: { value: '{colors.chalk}' },
      muted: pair('#D3E8DB', '#B9D6C6'),
    },
    programme: {
      miniballerz: programme(programmePalette.miniballerz),
      juniorballerz: programme(programmePalette.juniorballerz),
      eliteballerz: programme(programmePalette.eliteballerz, '#2C5F93'),
    },
    focusRing: pair('{colors.pitch.deep}', '{colors.ball}'),
  },
  shadows: {
    card: pair(
      '0 1px 2px rgb(13 27 42 / 0.05), 0 6px 20px rgb(13 27 42 / 0.06)',
      '0 1px 2px rgb(0 0 0 / 0.3)',
    ),
    raised: pair('0 8px 30px rgb(13 27 42 / 0.16)', '0 8px 30px rgb(0 0 0 / 0.5)'),
  },
};

/** The mobile layout is for widths below `md` (NTF-06). */
export const breakpoints = { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' };

export const conditions = {
  // Media queries follow the device's setting without a script before the first paint.
  dark: '@media (prefers-color-scheme: dark)',
  light: '@media (prefers-color-scheme: light)',
  // For prerendered pages before hydration. stored-tokens.ts sets the attribute.
  signedIn: 'html[data-signed-in] &',
  signedOut: 'html:not([data-signed-in]) &',
  /** Rows of wide tables have two lines: `belowWide` in features/admin/tables/data-table.tsx. */
  belowWide: '@media screen and (width < 80rem)',
  narrowPhone: '@media screen and (width < 22.5rem)',
  /** The office's navigation: a bar below the screen (above it in a low window, as at 400 % zoom), a rail of icons, a sidebar. */
  bar: '@media screen and (width < 48rem) and (height >= 25rem)',
  topBar: '@media screen and (width < 48rem) and (height < 25rem)',
  rail: '@media screen and (48rem <= width < 90rem)',
  sidebar: '@media screen and (width >= 90rem)',
  hover: ['@media (hover: hover)', '&:is(:hover, [data-hover]):not(:disabled, [data-disabled])'],
  active: '&:is(:active, [data-active]):not(:disabled, [data-disabled], [data-state=open])',
};
