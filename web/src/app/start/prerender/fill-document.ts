import { brand } from '#shared/brand';
import { siteUrlPlaceholder } from '#shared/documents';
import { fullTitle } from '../../../lib/pages/page-title.ts';
import { socialImage } from '../../metadata/social-image.ts';
import { anyPath } from '../prerendered-page.ts';
import { noPage, type PageToBuild } from './prerendered-pages.ts';
import type { StyledTemplate } from './write-styles.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const meta = (name: 'name' | 'property', values: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(values).map(
    ([key, value]) => `<meta ${name}="${key}" content="${escaped(String(value))}" />`,
  );

/** How the page looks when its link is shared. */
const preview = ({ path, title, description }: PageToBuild): string[] => {
  const url = `${siteUrlPlaceholder}${path}`;
  return [
    `<link rel="canonical" href="${url}" />`,
    ...meta('property', {
      'og:type': 'website',
      'og:site_name': brand.name,
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': socialImage.url,
      'og:image:width': socialImage.width,
      'og:image:height': socialImage.height,
      'og:image:alt': `${brand.name}: ${brand.tagline}`,
    }),
    ...meta('name', { 'twitter:card': 'summary_large_image' }),
  ];
};

/** Descriptions for machines. Browsers run no script of this type, so the Content-Security-Policy lets them be. */
const dataScripts = ({ data = [] }: PageToBuild): string[] =>
  data.map(
    (thing) =>
      `<script type="application/ld+json">${JSON.stringify(thing).replaceAll('<', '\\u003c')}</script>`,
  );

const siteConfig = '/config.json';

/** Data is asked for at once, but behind what the first paint needs. */
const preloads = (paths: readonly string[]): string[] =>
  paths.map(
    (path) => `<link rel="preload" href="${path}" as="fetch" crossorigin="anonymous" fetchpriority="low" />`,
  );

const rootOf = ({ path, onDemand }: PageToBuild, html: string, scripts: readonly string[]): string => {
  const data = [
    `data-page="${path === noPage ? anyPath : path}"`,
    `data-scripts="${scripts.join(' ')}"`,
    ...(onDemand ? ['data-on-demand'] : []),
  ];
  return `<div id="root" ${data.join(' ')}>${html}</div>`;
};

const withHead = (template: string, elements: readonly string[]): string =>
  template.replace('</head>', () => `  ${elements.join('\n    ')}\n  </head>`);

/** The small first script marks a browser that holds a session, which the styles of the first paint go by. */
const withScriptBeforePaint = (template: string): string =>
  template.replace('<script type="module"', '<script type="module" blocking="render"');

const emptyRoot = '<div id="root"></div>';

/**
 * The document of a page: its first screen as HTML, and all that its head says about it.
 * @param scripts paths of the files that bring it to life
 */
export const fillDocument = (
  { template, styles }: StyledTemplate,
  page: PageToBuild,
  html: string,
  scripts: readonly string[],
): string => {
  const head = [
    ...styles,
    ...(page.path === noPage ? ['<meta name="robots" content="noindex" />'] : preview(page)),
    ...(page.onDemand ? [] : preloads([siteConfig, ...(page.reads ?? [])])),
    ...dataScripts(page),
  ];
  return withScriptBeforePaint(withHead(template, head))
    .replace(/<title>.*<\/title>/, () => `<title>${escaped(fullTitle(page.title))}</title>`)
    .replace(
      /<meta name="description".*\/>/,
      () => `<meta name="description" content="${escaped(page.description)}" />`,
    )
    .replace(emptyRoot, () => rootOf(page, html, scripts));
};

/** The document of pages that are made in the browser. They show nothing without the site's scripts, so these come at once. */
export const appDocument = ({ template, styles }: StyledTemplate, scripts: readonly string[]): string =>
  withHead(template, [
    ...styles,
    '<meta name="robots" content="noindex" />',
    ...preloads([siteConfig]),
    ...scripts.map((path) => `<link rel="modulepreload" href="${path}" />`),
  ]);
