import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import {
  defineSemanticTokens,
  defineSlotRecipe,
  defineTokens,
  type SystemContext,
} from '@chakra-ui/react/styled-system';
import { css, type SerializedStyles } from '@emotion/react';
import { palette, programmePalette, themePalette } from '#shared/palette';
import { createSystem, defineConfig } from './styled-system.ts';

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
const tokens = defineTokens({
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
  zIndex: {
    header: { value: '10' },
    bar: { value: '20' },
    dialog: { value: '50' },
    skip: { value: '100' },
  },
});

const pair = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

const ofBoth = ({ light, dark }: { readonly light: string; readonly dark: string }) => pair(light, dark);

const programme = (
  { ground, text }: { readonly ground: string; readonly text: string },
  groundAtNight?: string,
) => ({
  solid: groundAtNight ? pair(ground, groundAtNight) : { value: ground },
  contrast: { value: text },
});

/**
 * Colours by purpose, for the light and the dark theme. Measured contrast: text at least 4.5:1 on its background,
 * control borders at least 3:1 (WCAG 2.2 AA).
 */
const semanticTokens = defineSemanticTokens({
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
    ground: {
      /** Background of the hero and the footer: dark in both themes, with light text. */
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
});

/** In the middle of the window. The last one that opened is above the others. */
const dialog = defineSlotRecipe({
  slots: ['backdrop', 'positioner', 'content', 'header', 'title', 'body'],
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      zIndex: 'calc({zIndex.dialog} + var(--layer-index, 0) - 1)',
      bg: 'rgb(13 27 42 / 0.55)',
    },
    positioner: {
      position: 'fixed',
      inset: '0',
      zIndex: 'calc({zIndex.dialog} + var(--layer-index, 0))',
      display: 'grid',
      // A table in a dialog scrolls, and does not widen it.
      gridTemplateColumns: 'minmax(0, 1fr)',
      placeItems: 'center',
      // The sides that browsers leave beside their own dialogs.
      p: '0.75rem 1.1875rem',
    },
    content: {
      width: '100%',
      maxHeight: 'calc(100dvh - 1.5rem)',
      overflowY: 'auto',
      p: { base: '4', sm: '6' },
      borderRadius: 'xl',
      bg: 'bg.surface',
      boxShadow: 'raised',
      _open: { _motionSafe: { animation: 'rise 200ms ease-out' } },
    },
    body: { display: 'flex', flexDirection: 'column', gap: '5', mt: '5' },
  },
});

const tooltip = defineSlotRecipe({
  slots: ['positioner', 'content'],
  base: {
    positioner: {
      // Out of sight until it is placed.
      '--x': '0px',
      '--y': '-100vh',
      // The gap to the trigger. The pointer can cross it without leaving the tooltip.
      py: '1.5',
      // While a dialog is open the page has none.
      pointerEvents: 'auto',
    },
    content: {
      // The positioner takes it over.
      zIndex: 'skip',
      maxWidth: 'min(20rem, calc(100vw - 1rem))',
      px: '3',
      py: '1.5',
      borderRadius: 'sm',
      bg: 'fg',
      color: 'bg',
      fontSize: 'sm',
      fontWeight: 'medium',
      lineHeight: 'heading',
      overflowWrap: 'anywhere',
    },
  },
});

/**
 * The design system: Chakra's style engine with our own tokens. Chakra's default theme would add about 28 KB (gzip) to
 * every first visit. Recipes of Chakra's own components are here, other recipes beside the components that use them.
 */
const config = defineConfig({
  // In global.css.
  preflight: false,
  cssVarsRoot: ':where(:root, :host)',
  conditions: {
    // Media queries follow the device's setting without a script before the first paint.
    dark: '@media (prefers-color-scheme: dark)',
    light: '@media (prefers-color-scheme: light)',
  },
  theme: {
    // The mobile layout is for widths below `md` (NTF-06).
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    tokens,
    semanticTokens,
    slotRecipes: { dialog, tooltip },
  },
});

interface Known<Key, Made> {
  get(key: Key): Made | undefined;
  set(key: Key, made: Made): unknown;
}

/** What is known by a key, else what is made now. */
const remember = <Key, Made>(known: Known<Key, Made>, key: Key, make: () => Made): Made => {
  let made = known.get(key);
  if (made === undefined) {
    made = make();
    known.set(key, made);
  }
  return made;
};

/** Makes something once for each definition. */
const once = <Definition extends WeakKey, Made>(
  make: (definition: Definition) => Made,
): ((definition: Definition) => Made) => {
  const known = new WeakMap<Definition, Made>();
  return (definition) => remember(known, definition, () => make(definition));
};

const isEmpty = (rules: object): boolean => Object.keys(rules).length === 0;

const noRecipe = {};

/** The finished styles of all elements with one recipe, whose styles are the same object for all of them. */
const finishedOf = once((_recipe: object) => new Map<string, SerializedStyles>());
const validity = new Map<string, boolean>();

/**
 * Each element of Chakra asks for its recipe, its styles and the kind of each property whenever it renders. Chakra makes them
 * anew, or finds them by texts of all that they depend on, which took half of the script of a first page. Here each is made
 * once. Styles are finished by Emotion's `css`, which Emotion takes as they are.
 */
const makeSystem = (): SystemContext => {
  const created = createSystem(defaultBaseConfig, config);
  return {
    ...created,
    // Emotion writes an empty layer without braces, which ends the style sheet for a browser.
    _global: created._global.filter((layers) => !Object.values(layers).every(isEmpty)),
    cva: once(created.cva),
    css: (recipe = noRecipe, ...further) =>
      remember(finishedOf(recipe), JSON.stringify(further), () => css(created.css(recipe, ...further))),
    isValidProperty: (name) => remember(validity, name, () => created.isValidProperty(name)),
  };
};

let made: SystemContext | undefined;

/** Makes the system now, before the first screen that needs it is rendered. */
export const prepareSystem = (): SystemContext => {
  made ??= makeSystem();
  return made;
};

/** What the provider renders for all pages. The documents of the build link a style sheet with it. */
const ofProvider: ReadonlyMap<string | symbol, unknown> = new Map(
  import.meta.env.PROD && !import.meta.env.SSR
    ? Object.entries({ _config: { disableLayers: true }, _global: [] })
    : [],
);

/** Made when the first element of Chakra asks: the first pages of visitors have none. */
export const system: SystemContext = new Proxy<SystemContext>(Object.create(null), {
  get: (_, name) => ofProvider.get(name) ?? Reflect.get(prepareSystem(), name),
});
