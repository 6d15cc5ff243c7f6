import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { chunkGroups } from './chunk-groups.ts';
import { declarativeRouter } from './declarative-router.ts';
import { quickStyles } from './quick-styles.ts';
import { browserNames, buildTargets } from './src/app/browsers/supported-browsers.ts';
import { buildSite } from './src/app/start/prerender/build-site.ts';
import { compileHints, isOfDocument } from './start-chunks.ts';
import { usedStyles } from './used-styles.ts';

const placeholders = new Map([
  ['brand.name', brand.name],
  ['brand.description', brand.description],
  ['palette.chalk', palette.chalk],
  ['palette.navy', palette.navy],
  ['browsers', browserNames],
  ['contact.email', brand.contact.email],
  ['contact.phone', brand.contact.phone],
]);

/** Replaces the `%…%` placeholders of index.html. */
const brandedPage = (): Plugin => ({
  name: 'branded-page',
  transformIndexHtml: (html) =>
    html.replace(/%([\w.]+)%/g, (placeholder, name: string) => placeholders.get(name) ?? placeholder),
});

const source = (path: string): string => join(import.meta.dirname, path);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), brandedPage(), quickStyles, usedStyles, declarativeRouter, compileHints],
  builder: { buildApp: buildSite },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: buildTargets,
    modulePreload: {
      // Supported browsers without module preload load the same scripts a little later.
      polyfill: false,
      resolveDependencies: (_file, scripts, { hostType }) =>
        hostType === 'html' ? scripts : scripts.filter((script) => !isOfDocument(script)),
    },
    // The Content-Security-Policy refuses `data:` URLs.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // main.tsx is an entry of its own, so that its modules are tagged `$initial` though boot.ts imports it
          // dynamically.
          input: [source('index.html'), source('offline.html'), source('src/app/start/main.tsx')],
          output: { codeSplitting: { groups: chunkGroups } },
          // Emotion imports it, with react-is, for `withTheme`, which the site does not use. Both only define functions.
          treeshake: {
            moduleSideEffects: [{ test: /\/node_modules\/hoist-non-react-statics\//, sideEffects: false }],
          },
        },
      },
    },
    // Renders the prerendered pages; build-site.ts removes it afterwards.
    ssr: {
      // Bundled, so that quick-styles.ts applies to it.
      resolve: { noExternal: ['@chakra-ui/react'] },
      build: {
        outDir: '../dist/prerender',
        rolldownOptions: { input: source('src/app/start/prerender/render-page.tsx') },
      },
    },
  },
});
