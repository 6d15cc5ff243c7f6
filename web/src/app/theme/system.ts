import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { dialog, toast, tooltip } from './machine-recipes.ts';
import { breakpoints, conditions, semanticTokens, tokens } from './tokens.ts';

/**
 * The look of Chakra's own components, which are loaded at their first use: the tokens of the compiled look (panda.config.ts), and
 * their recipes.
 */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    // In global.css.
    preflight: false,
    cssVarsRoot: ':where(:root, :host)',
    conditions,
    theme: { breakpoints, tokens, semanticTokens, slotRecipes: { dialog, toast, tooltip } },
  }),
);
