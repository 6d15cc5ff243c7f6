import { brand } from '#shared/brand';
import { siteUrlPlaceholder } from '#shared/documents';
import { siteConfigPath } from '#shared/schemas/site-config';
import { fullTitle } from '../../../lib/pages/page-title.ts';
import { socialImage } from '../../metadata/social-image.ts';
import { anyPath } from '../prerendered-page.ts';
import { notFoundPath, type PrerenderedPage } from './prerendered-pages.ts';
import type { SessionPageParts } from './session-page-parts.ts';
import type { StyledTemplate } from './write-styles.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const meta = (name: 'name' | 'property', values: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(values).map(
    ([key, value]) => `<meta ${name}="${key}" content="${escaped(String(value))}" />`,
  );

/** Link previews: Open Graph and Twitter cards. */
const preview = ({ path, title, description }: PrerenderedPage): string[] => {
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

/** Structured data. The Content-Security-Policy does not apply, because browsers do not run scripts of this type. */
const dataScripts = ({ data = [] }: PrerenderedPage): string[] =>
  data.map(
    (thing) =>
      `<script type="application/ld+json">${JSON.stringify(thing).replaceAll('<', '\\u003c')}</script>`,
  );

/** Requests data with the document, at a lower priority than what the first paint needs. */
const preloads = (paths: readonly string[]): string[] =>
  paths.map(
    (path) => `<link rel="preload" href="${path}" as="fetch" crossorigin="anonymous" fetchpriority="low" />`,
  );

const rootOf = (html: string, ...data: readonly string[]): string =>
  `<div id="root" ${data.join(' ')}>${html}</div>`;

const scriptsAttribute = (name: string, scripts: readonly string[]): string =>
  `data-${name}="${scripts.join(' ')}"`;

const withHead = (template: string, elements: readonly string[]): string =>
  template.replace('</head>', () => `  ${elements.join('\n    ')}\n  </head>`);

/** Delays the first paint until boot.ts has marked a stored session, which the styles depend on. */
const withBlockingScript = (template: string): string =>
  template.replace('<script type="module"', '<script type="module" blocking="render"');

const notIndexed = '<meta name="robots" content="noindex" />';

const emptyRoot = '<div id="root"></div>';

/**
 * The document of a prerendered page.
 * @param html of its first screen
 * @param scripts URL paths of all scripts that the page needs in use
 */
export const fillDocument = (
  { template, styles }: StyledTemplate,
  page: PrerenderedPage,
  html: string,
  scripts: readonly string[],
): string => {
  const head = [
    ...styles,
    ...(page.path === notFoundPath ? [notIndexed] : preview(page)),
    ...(page.onDemand ? [] : preloads([siteConfigPath, ...(page.reads ?? [])])),
    ...dataScripts(page),
  ];
  return withBlockingScript(withHead(template, head))
    .replace(/<title>.*<\/title>/, () => `<title>${escaped(fullTitle(page.title))}</title>`)
    .replace(
      /<meta name="description".*\/>/,
      () => `<meta name="description" content="${escaped(page.description)}" />`,
    )
    .replace(emptyRoot, () =>
      rootOf(
        html,
        `data-page="${page.path === notFoundPath ? anyPath : page.path}"`,
        scriptsAttribute('scripts', scripts),
        ...(page.onDemand ? ['data-on-demand'] : []),
        ...(page.dependsOnQuery ? ['data-depends-on-query'] : []),
      ),
    );
};

/**
 * The document of a page of signed-in users.
 * @param html of the page while a stored session is being read
 * @param scripts URL paths of the scripts of every page
 * @param sessionScripts URL paths of the further scripts of this page
 */
export const sessionPageDocument = (
  { template, styles, sessionStyles }: StyledTemplate,
  page: SessionPageParts,
  html: string,
  scripts: readonly string[],
  sessionScripts: readonly string[],
): string => {
  const head = [
    ...styles,
    ...sessionStyles,
    notIndexed,
    ...preloads([siteConfigPath, ...(page.reads ?? [])]),
  ];
  return withBlockingScript(withHead(template, head)).replace(emptyRoot, () =>
    rootOf(
      html,
      `data-page="${page.path}"`,
      scriptsAttribute('scripts', scripts),
      scriptsAttribute('session-scripts', sessionScripts),
    ),
  );
};

/**
 * The document of all pages without a document of their own, which are rendered in the browser only. It shows nothing
 * without scripts, so it preloads them.
 */
export const appDocument = ({ template, styles }: StyledTemplate, scripts: readonly string[]): string =>
  withHead(template, [
    ...styles,
    notIndexed,
    ...preloads([siteConfigPath]),
    ...scripts.map((path) => `<link rel="modulepreload" href="${path}" />`),
  ]);
