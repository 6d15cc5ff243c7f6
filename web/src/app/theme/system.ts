import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { dialog, toast, tooltip } from './machine-recipes.ts';
import { breakpoints, conditions, semanticTokens, tokens } from './tokens.ts';

/**
 * Chakra's own components, loaded at their first use, have the tokens of the compiled look (panda.config.ts) and
 * recipes of their own.
 */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    // global.css has it.
    preflight: false,
    cssVarsRoot: ':where(:root, :host)',
    conditions,
    theme: { breakpoints, tokens, semanticTokens, slotRecipes: { dialog, toast, tooltip } },
  }),
);
