import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { semanticTokens } from './semantic-tokens.ts';
import { createSystem, defineConfig } from './styled-system.ts';
import { tokens } from './tokens.ts';

/**
 * The design system: Chakra's style engine with our own tokens. Chakra's default theme would add about 28 KB (gzip) to
 * every first visit. Recipes are beside the components that use them.
 */
const config = defineConfig({
  preflight: true,
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
    keyframes: {
      pulse: { '50%': { opacity: '0.45' } },
      slideIn: { from: { transform: 'translateX(100%)' } },
      rise: { from: { opacity: '0', transform: 'translateY(8px)' } },
      draw: { from: { strokeDashoffset: '1' } },
    },
  },
  globalCss: {
    html: {
      colorScheme: 'light dark',
      bg: 'bg',
      color: 'fg',
      fontFamily: 'body',
      lineHeight: 'body',
      scrollPaddingTop: '24',
      // The browser shows only the cursor of a text field of many lines, not its other lines.
      scrollPaddingBottom: '28',
      _motionSafe: { scrollBehavior: 'smooth' },
    },
    body: { minHeight: '100dvh', overflowWrap: 'break-word' },
    '#root': { minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
    // The button in a date field takes the focus without `:focus-visible` of the field.
    ':focus-visible, input:is([type=date], [type=time]):focus-within': {
      outline: '3px solid',
      outlineColor: 'focusRing',
      outlineOffset: '2px',
    },
    'main:focus-visible': { outline: 'none' },
    '::selection': { bg: 'ball', color: 'navy' },
    // In colours that the user has set, all backgrounds are one. What is on has the colours of a selection; a choice has
    // its mark. Recipes are in a later layer, so that only `!important` is stronger.
    ':is(button, a)[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false]), [data-marked]':
      {
        '@media (forced-colors: active)': {
          forcedColorAdjust: 'none !important',
          bg: 'SelectedItem !important',
          color: 'SelectedItemText !important',
          borderColor: 'SelectedItem !important',
        },
      },
    // Printed pages have no navigation and no buttons.
    'header, footer, nav, button:not(th button), [data-scope=toast]': {
      _print: { display: 'none !important' },
    },
  },
});

export const system = createSystem(defaultBaseConfig, config);
