import { basename, join } from 'node:path';
import pandacss from '@pandacss/dev/postcss';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brand, isSampleSchool } from '#shared/brand';
import { palette } from '#shared/palette';
import { chunkGroups, compileHint } from './chunk-groups.ts';
import { compiledStyles } from './compiled-styles.ts';
import { browserNames, buildTargets } from './src/app/browsers/newer-features.ts';
import { buildSite } from './src/app/start/prerender/build-site.ts';
import { officeRecipes } from './src/app/theme/recipes.ts';

const { email, phone } = brand.contact;

const placeholders = new Map([
  ['brand.name', brand.name],
  ['brand.description', brand.description],
  ['palette.chalk', palette.chalk],
  ['palette.navy', palette.navy],
  ['browsers', browserNames],
  [
    'reach.html',
    email && phone ? `You can also write to <a href="mailto:${email}">${email}</a> or call ${phone}.` : '',
  ],
  ['reach.offline', phone ? `Until then you can call ${phone}.` : ''],
]);

/** Replaces the `%…%` placeholders of index.html. */
const brandedPage = (): Plugin => ({
  name: 'branded-page',
  transformIndexHtml: (html) =>
    html.replace(/%([\w.]+)%/g, (placeholder, name: string) => placeholders.get(name) ?? placeholder),
});

const officeClass = new RegExp(
  `\\.(?:${Object.values(officeRecipes)
    .map(({ className }) => className)
    .join('|')})__`,
);

const source = (path: string): string => join(import.meta.dirname, path);

export default defineConfig({
  root: import.meta.dirname,
  define: { 'process.env.SAMPLE_SCHOOL': JSON.stringify(isSampleSchool ? 'yes' : '') },
  plugins: [react(), brandedPage(), compiledStyles()],
  // Short names for every visit; no two style sheets have the same name.
  css: {
    modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` },
    postcss: {
      plugins: [
        // Adds to global.css and office.css what the sources use of the look.
        pandacss({ configPath: source('../panda.config.ts') }),
        {
          postcssPlugin: 'office-sheet',
          // No other page loads the recipes of the office.
          OnceExit: (root, { result }) => {
            const sheet = basename(result.opts.from ?? '');
            if (!['global.css', 'office.css'].includes(sheet)) return;
            // Media queries cannot have them.
            root.walkDecls(/^--(?:chakra-(?:sizes-)?breakpoints?-|made-with-panda)/, (declaration) => {
              declaration.remove();
            });
            root.walkRules((rule) => {
              const own = rule.selectors.filter(
                (selector) => officeClass.test(selector) === (sheet === 'office.css'),
              );
              if (own.length > 0) rule.selectors = own;
              else rule.remove();
            });
          },
        },
      ],
    },
  },
  builder: { buildApp: buildSite },
  build: {
    outDir: isSampleSchool ? '../dist/sample-web' : '../dist/web',
    emptyOutDir: true,
    target: buildTargets,
    // Supported browsers without module preload load the same scripts a little later.
    modulePreload: {
      polyfill: false,
      // boot.ts has started the download of all scripts of a page when it imports the first one.
      resolveDependencies: (_, scripts, { hostId }) => (/\/index-/.test(hostId) ? [] : scripts),
    },
    // The Content-Security-Policy refuses `data:` URLs.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // An entry of its own, so that its modules are tagged `$initial` though boot.ts imports it dynamically.
          input: [source('index.html'), source('offline.html'), source('src/app/start/main.tsx')],
          output: { codeSplitting: { groups: chunkGroups }, postBanner: compileHint },
          // Emotion imports it for `withTheme`, which the site does not use.
          treeshake: { moduleSideEffects: [{ test: /\/hoist-non-react-statics\//, sideEffects: false }] },
        },
      },
    },
    // Renders the prerendered pages; build-site.ts removes it afterwards.
    ssr: {
      build: {
        outDir: isSampleSchool ? '../dist/sample-prerender' : '../dist/prerender',
        rolldownOptions: { input: source('src/app/start/prerender/render-page.tsx') },
      },
    },
  },
});
