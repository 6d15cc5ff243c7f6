import { adminPages, parentPages, pathPatterns, paths } from './paths.ts';

/**
 * The HTML documents of the built site, by page. `app` is for the pages without a document of their own, which are
 * rendered in the browser only; `notFound` is answered with status 404.
 */
export const documents = {
  home: '/index.html',
  bookCamp: '/book-camp.html',
  contact: '/contact.html',
  auth: '/auth.html',
  app: '/app.html',
  notFound: '/404.html',
} as const;

/** Pages of signed-in users with a document of their own, which shows the page before its data. */
export const sessionPages = [paths.browseClasses, ...parentPages, ...adminPages] as const;

export type SessionPage = (typeof sessionPages)[number];

/** The document of a page of signed-in users: `/parent-bookings.html` for `/parent/bookings`. */
export const sessionDocument = (page: SessionPage): string => `/${page.slice(1).replaceAll('/', '-')}.html`;

const ownDocuments: readonly (readonly [page: string, document: string])[] = [
  ...sessionPages.map((page) => [page, sessionDocument(page)] as const),
  [paths.home, documents.home],
  [paths.bookCamp, documents.bookCamp],
  [paths.contact, documents.contact],
  [paths.auth, documents.auth],
];

/** Paths of all pages, with named parameters for ids. */
const pages = new Set(
  [...Object.values(paths), ...Object.values(pathPatterns)]
    .filter((path) => typeof path === 'string')
    .map((path) => path.replace(/\?.*/, '')),
);

const toPattern = (page: string): RegExp => {
  const path = page.replaceAll('/', '\\/').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(page === paths.home ? '^\\/$' : `^${path}\\/?$`);
};

/** Which document answers which paths, for CloudFront and the local stack. A path without a match is not a page. */
export const documentRules: readonly (readonly [page: RegExp, document: string])[] = [...pages].map(
  (page) => [toPattern(page), ownDocuments.find(([own]) => own === page)?.[1] ?? documents.app],
);

/**
 * The file that answers a path: the document of the page, the 404 document, or the file itself for a path with a file
 * extension.
 */
export const fileFor = (path: string): string => {
  if (path.slice(path.lastIndexOf('/')).includes('.')) return path;
  return documentRules.find(([page]) => page.test(path))?.[1] ?? documents.notFound;
};

/** Placeholder for the site's origin in built files; the deployment replaces it. */
export const siteUrlPlaceholder = 'https://site-url.invalid';

/** Built files that contain `siteUrlPlaceholder`. */
export const filesWithSiteUrl = [...Object.values(documents), '/robots.txt', '/sitemap.xml'] as const;
