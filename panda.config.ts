import chakra from '@chakra-ui/panda-preset';
import { defineConfig } from '@pandacss/dev';
import { programmePalette } from '#shared/palette';
import { patterns } from './web/src/app/theme/patterns.ts';
import { recipes, slotRecipes } from './web/src/app/theme/recipes.ts';
import { breakpoints, conditions, semanticTokens, tokens } from './web/src/app/theme/tokens.ts';

const { utilities = {}, conditions: chakraConditions = {} } = chakra;

/** The components whose properties are styles: those of components/ui/, and what passes them on. */
const withStyleProps = new Set([
  ...[
    'Alert.Root',
    'Badge',
    'Box',
    'Button',
    'Card.Root',
    'Card.Header',
    'Card.Body',
    'Card.Footer',
    'Card.Title',
    'Card.Description',
    'Checkbox.Root',
    'Container',
    'Field.Label',
    'HStack',
    'Heading',
    'Input',
    'Link',
    'RadioGroup.Item',
    'SimpleGrid',
    'Skeleton',
    'Stack',
    'Text',
  ],
  ...['Table.Root', 'Table.Header', 'Table.Body', 'Table.Row', 'Table.ColumnHeader', 'Table.Cell'],
  ...['HomeSection', 'IconButton', 'IconLine', 'List', 'Notice', 'Screen', 'WrappingRow'],
]);

const programmes = Object.keys(programmePalette).map((id) => `programme.${id}`);

/**
 * Compiles the look of the site, in Chakra's language, to static CSS. `styled-system/` has the typed functions that name its
 * classes; infra/generate-styled-system.cjs makes them, and the PostCSS plugin of web/vite.config.ts the CSS.
 */
export default defineConfig({
  presets: [{ name: 'chakra', utilities, conditions: chakraConditions }],
  include: ['./web/src/**/*.{ts,tsx}'],
  exclude: ['./web/src/**/*.test.tsx', './web/src/**/testing/*'],
  outExtension: 'js',
  importMap: '#styled-system',
  // The names that Chakra's own components give them.
  prefix: { cssVar: 'chakra' },
  jsxFramework: 'react',
  strictTokens: true,
  // In global.css.
  preflight: false,
  // No variables on every element for filters, gradients and rings, which the site does not use.
  globalCss: { '*, ::before, ::after, ::backdrop': {} },
  conditions: { extend: conditions },
  hooks: {
    // Panda's own patterns: Chakra gives their names to recipes, and nothing here uses them.
    'preset:resolved': ({ name, preset, utils }) =>
      name === '@pandacss/preset-base' ? utils.omit(preset, ['patterns']) : preset,
    // Else every property of every component would count that has the name of a CSS property, such as a table's columns.
    'parser:before': ({ configure }) =>
      configure({ matchTag: (tag) => withStyleProps.has(tag), matchTagMode: 'override' }),
  },
  patterns: { extend: patterns },
  theme: { breakpoints, tokens, semanticTokens, recipes, slotRecipes },
  staticCss: {
    css: [
      // Of what a variable names.
      {
        properties: {
          colorPalette: ['brand', 'accent', 'danger', 'warning', 'neutral', ...programmes],
        },
      },
    ],
  },
});
