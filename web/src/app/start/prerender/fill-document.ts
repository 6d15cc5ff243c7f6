import { brand } from '#shared/brand';
import { siteUrlPlaceholder } from '#shared/built-pages';
import {
  bootLinkId,
  documentScript,
  type EarlyArea,
  earlyReadsName,
  earlyReadsScript,
} from '#shared/document-script';
import { paths } from '#shared/paths';
import { siteConfigPath } from '#shared/school/site-config';
import { fullTitle } from '../../../lib/pages/page.ts';
import { completePages, type PublicPage } from '../../../lib/pages/public-pages.ts';
import { anyPath } from '../prerendered-page.ts';
import { notFoundPath, type PrerenderedPage } from './prerendered-pages.ts';
import { socialImage } from './structured-data.ts';

interface StyledTemplate {
  readonly template: string;
  readonly styles: readonly string[];
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const meta = (name: 'name' | 'property', values: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(values).map(
    ([key, value]) => `<meta ${name}="${key}" content="${escapeHtml(String(value))}" />`,
  );

const preview = ({ path, title, description }: PublicPage): string[] => {
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

/** The Content-Security-Policy does not apply, because browsers do not run scripts of this type. */
const dataScripts = ({ data = [] }: PrerenderedPage): string[] =>
  data.map(
    (thing) =>
      `<script type="application/ld+json">${JSON.stringify(thing).replaceAll('<', '\\u003c')}</script>`,
  );

/** The priority is lower than that of the first paint. */
const preloads = (paths: readonly string[]): string[] =>
  paths.map(
    (path) => `<link rel="preload" href="${path}" as="fetch" crossorigin="anonymous" fetchpriority="low" />`,
  );

const areaOf = (path: string): EarlyArea => {
  if (path.startsWith(paths.admin)) return 'admin';
  return path.startsWith(paths.coach) ? 'coach' : 'family';
};

/** These requests start before anything else is loaded. */
const earlyReads = ({ path, earlyReads: reads = [] }: PrerenderedPage): string[] =>
  reads.length === 0
    ? []
    : [
        `<meta name="${earlyReadsName}" content="${escapeHtml(JSON.stringify({ area: areaOf(path), reads }))}" />`,
        `<script>${earlyReadsScript}</script>`,
      ];

/** The scripts load after what the first paint needs; boot.ts evaluates them. */
const scriptPreloads = (scripts: readonly string[]): string[] =>
  scripts.map((script) => `<link rel="modulepreload" href="${script}" crossorigin fetchpriority="low" />`);

const withHead = (template: string, elements: readonly string[]): string =>
  template.replace('</head>', () => `  ${elements.join('\n    ')}\n  </head>`);

const bootElement = /<script type="module"([^>]*) src="([^"]+)"><\/script>/;

// Loads boot.ts at the first use, or before the first paint, to capture typed text and to hide a signed-in user's page from others.
const withBoot = (template: string, onDemand: boolean): string => {
  const [element, attributes, address] = bootElement.exec(template) ?? [];
  if (!element) throw new Error('The document that Vite built loads no module');
  return template.replace(
    element,
    onDemand
      ? `<link id="${bootLinkId}" rel="modulepreload"${attributes} href="${address}" />`
      : `<script type="module" blocking="render"${attributes} src="${address}"></script>`,
  );
};

const notIndexed = '<meta name="robots" content="noindex" />';

interface PageScripts {
  readonly main: readonly string[];
  readonly own: readonly string[];
  /** The scripts that renew a stored sign-in, for pages of signed-in users. */
  readonly renewal: readonly string[];
}

/** ../README.md lists these attributes of `#root`. */
const rootData = (page: PrerenderedPage, { main, own, renewal }: PageScripts): string[] => [
  `data-page="${page.path === notFoundPath ? anyPath : page.path}"`,
  ...(page.needsSignIn ? [`data-renewal-scripts="${renewal.join(' ')}"`] : []),
  ...(completePages.includes(page.path) ? [`data-scripts="${[...main, ...own].join(' ')}"`] : []),
  ...(page.view === undefined ? [] : [`data-view="${page.view}"`]),
];

export const fillDocument = (
  { template, styles }: StyledTemplate,
  page: PrerenderedPage,
  html: string,
  scripts: PageScripts,
): string => {
  const { path, title, description } = page;
  const isIndexed = title && description && path !== notFoundPath;
  const onDemand = completePages.includes(path);
  const head = [
    `<script>${documentScript}</script>`,
    ...earlyReads(page),
    ...styles,
    ...(isIndexed ? preview({ path, title, description }) : [notIndexed]),
    ...(onDemand
      ? []
      : [
          ...preloads([siteConfigPath, ...(page.reads ?? [])]),
          ...scriptPreloads([...scripts.main, ...scripts.own]),
        ]),
    ...dataScripts(page),
  ];
  return withBoot(withHead(template, head), onDemand)
    .replace(/(?<=<title>).*(?=<\/title>)/, (name) => (title ? escapeHtml(fullTitle(title)) : name))
    .replace(/(?<=<meta name="description" content=").*(?=" \/>)/, (text) =>
      description ? escapeHtml(description) : text,
    )
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" ${rootData(page, scripts).join(' ')}>${html}</div>`,
    );
};
