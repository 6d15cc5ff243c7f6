import { brand } from '#shared/brand';
import { siteUrlPlaceholder } from '#shared/built-pages';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { prerenderedPages } from '../start/prerender/prerendered-pages.ts';

const manifest = {
  name: brand.legalName,
  short_name: brand.name,
  description: brand.description,
  id: paths.home,
  start_url: paths.home,
  scope: paths.home,
  display: 'standalone',
  background_color: palette.chalk,
  theme_color: palette.pitch,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
};

const sitemap = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ...prerenderedPages
    .filter(({ isListed }) => isListed)
    .map(({ path }) => `  <url><loc>${siteUrlPlaceholder}${path}</loc></url>`),
  '</urlset>',
  '',
].join('\n');

/** Keeps account pages and the API out of search results. */
const robots = [
  'User-agent: *',
  ...[
    paths.parent,
    paths.coach,
    paths.admin,
    paths.bookingConfirmation,
    paths.verifyEmail,
    '/newsletter/',
    '/api/',
  ].map((path) => `Disallow: ${path}`),
  '',
  `Sitemap: ${siteUrlPlaceholder}/sitemap.xml`,
  '',
].join('\n');

/** Generated files for browsers and search engines, by name: manifest, robots.txt and sitemap. */
export const brandedFiles: Readonly<Record<string, string>> = {
  'manifest.webmanifest': JSON.stringify(manifest, null, 2),
  'robots.txt': robots,
  'sitemap.xml': sitemap,
};
