import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brand } from '#shared/brand';
import { buildSite } from './src/app/start/prerender/build-site.ts';

/** Fills `%brand.…%` in index.html, so that the page is named before any script runs. */
const brandedPage = (): Plugin => ({
  name: 'branded-page',
  transformIndexHtml: (html) =>
    html.replaceAll('%brand.name%', brand.name).replaceAll('%brand.description%', brand.description),
});

const source = (path: string): string => join(import.meta.dirname, path);

const chunkGroups = [
  // All that the first script of a document needs, so that it brings nothing else along.
  {
    name: 'boot',
    test: /vite[\\/]preload-helper|[\\/]root-element|[\\/](?:stored-session|load-part|wait)\.ts/,
    priority: 1,
  },
  // Libraries that every visit needs change rarely: a new version of the site leaves them in the cache. The two large
  // ones are on their own, to be run one after the other (boot.ts).
  {
    name: 'react',
    tags: ['$initial' as const],
    test: /[\\/](?:node_modules[\\/](?:react|react-dom|scheduler)[\\/]|start[\\/]react-dom)/,
    priority: 3,
  },
  {
    name: 'styles',
    tags: ['$initial' as const],
    test: /[\\/](?:node_modules[\\/](?:@chakra-ui|@emotion|stylis|@pandacss)|theme[\\/]styled-system)/,
    priority: 2,
  },
  { name: 'vendor', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/ },
  // The engines behind toasts, tabs and dialogs, which no first visit needs.
  { name: 'widgets', test: /[\\/]@(?:ark-ui|zag-js)[\\/]/, minShareCount: 2 },
  // What most screens share, in two chunks instead of one per module; what only forms or accounts need stays with them.
  {
    name: 'domain',
    test: /[\\/]shared[\\/](?!.*(?:account|family|profile|child|booking|export))/,
    minShareCount: 3,
  },
  {
    name: 'components',
    test: /[\\/](?:web[\\/]src[\\/](?:components|lib)[\\/](?!.*(?:form|field|child|modal|toast-region|toaster|amplify))|lucide-react)/,
    minShareCount: 3,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), brandedPage()],
  builder: { buildApp: buildSite },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Every browser that runs the site knows module preload.
    modulePreload: { polyfill: false },
    // The site's Content-Security-Policy allows no `data:` address, so nothing is inlined.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // The site itself is named beside its document, which loads it when it is needed: it counts as initial.
          input: [source('index.html'), source('src/app/start/main.tsx')],
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
    // What renders the pages while the site is built; removed afterwards.
    ssr: {
      build: {
        outDir: '../dist/prerender',
        rolldownOptions: { input: source('src/app/start/prerender/render-page.tsx') },
      },
    },
  },
});
