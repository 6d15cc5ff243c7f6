import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brand } from '#shared/brand';

/** Fills `%brand.…%` in index.html, so that the page is named before any script runs. */
const brandedPage = (): Plugin => ({
  name: 'branded-page',
  transformIndexHtml: (html) =>
    html.replaceAll('%brand.name%', brand.name).replaceAll('%brand.description%', brand.description),
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), brandedPage()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Every browser that runs the site knows module preload.
    modulePreload: { polyfill: false },
    // The site's Content-Security-Policy allows no `data:` address, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Libraries that every visit needs change rarely: a new version of the site leaves them in the cache.
            { name: 'vendor', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            // The engines behind toasts, tabs and dialogs, which no first visit needs.
            { name: 'widgets', test: /[\\/]@(?:ark-ui|zag-js)[\\/]/, minShareCount: 2 },
            // What most screens share, in two chunks instead of one per module.
            { name: 'domain', test: /[\\/]shared[\\/]/, minShareCount: 3 },
            {
              name: 'components',
              test: /[\\/](?:web[\\/]src[\\/]components|lucide-react|@chakra-ui)[\\/]/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
});
