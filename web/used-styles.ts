import { editModules } from './edit-modules.ts';
import { pruneAttributes, pruneProperties, pruneUtilities } from './src/app/theme/prune-styles.ts';
import { readStyleWords } from './src/app/theme/read-style-words.ts';

/** Leaves out the styles and attributes of Chakra's elements that the site does not name, 5.9 KB of script (gzip). */
export const usedStyles = editModules('used-styles', [
  {
    module: '/@chakra-ui/react/dist/esm/preset-base.js',
    edit: async (code) => pruneUtilities(code, await readStyleWords()),
    isForBrowsers: true,
  },
  {
    module: '/@pandacss/is-valid-prop/dist/index.mjs',
    edit: async (code) => pruneProperties(code, await readStyleWords()),
    isForBrowsers: true,
  },
  {
    module: '/@emotion/is-prop-valid/dist/emotion-is-prop-valid.esm.js',
    edit: async (code) => pruneAttributes(code, await readStyleWords()),
    isForBrowsers: true,
  },
]);
