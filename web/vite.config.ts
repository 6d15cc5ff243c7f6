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
  },
});
