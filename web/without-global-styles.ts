import type { Plugin } from 'vite';

const chakraSystem = '/styled-system/system.js';
const globalStyles = 'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];';

/**
 * Built documents link the global styles in a file, so browsers need not make them again: that was two thirds of the time
 * in which Chakra creates its style system.
 * @throws Error when Chakra makes them in another way
 */
export const withoutGlobalStyles: Plugin = {
  name: 'without-global-styles',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: (code, id) => {
    if (!id.endsWith(chakraSystem)) return undefined;
    if (!code.includes(globalStyles)) throw new Error(`${id} does not contain: ${globalStyles}`);
    return { code: code.replace(globalStyles, 'const _global = [];'), map: null };
  },
};
