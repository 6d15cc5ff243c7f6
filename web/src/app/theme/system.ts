import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { combobox, dialog, drawer, toast, tooltip } from './machine-recipes.ts';
import { breakpoints, conditions, semanticTokens, tokens } from './tokens.ts';

/** Chakra's own components, loaded at their first use, have the compiled tokens (panda.config.ts) and own recipes. */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: false,
    cssVarsRoot: ':where(:root, :host)',
    conditions,
    theme: { breakpoints, tokens, semanticTokens, slotRecipes: { combobox, dialog, drawer, toast, tooltip } },
  }),
);
