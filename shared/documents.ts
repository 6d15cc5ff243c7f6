import { pathPatterns, paths } from './paths.ts';

/**
 * The HTML documents of the built site, by the page they were made for. `app` is for the pages that are made in the
 * browser only; `notFound` is answered with the status 404.
 */
export const documents = {
  home: '/index.html',
  bookCamp: '/book-camp.html',
  contact: '/contact.html',
  auth: '/auth.html',
  app: '/app.html',
  notFound: '/404.html',
} as const;

const ownDocuments: readonly (readonly [page: string, document: string])[] = [
  [paths.home, documents.home],
  [paths.bookCamp, documents.bookCamp],
  [paths.contact, documents.contact],
  [paths.auth, documents.auth],
];

/** Every page's path, the ids in it by name. */
const pages = new Set(
  [...Object.values(paths), ...Object.values(pathPatterns)]
    .filter((path) => typeof path === 'string')
    .map((path) => path.replace(/\?.*/, '')),
);

const toPattern = (page: string): RegExp => {
  const path = page.replaceAll('/', '\\/').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(page === paths.home ? '^\\/$' : `^${path}\\/?$`);
};

/** Which document answers which pages, for the edge and the local stack alike. What matches none is no page. */
export const documentRules: readonly (readonly [page: RegExp, document: string])[] = [...pages].map(
  (page) => [toPattern(page), ownDocuments.find(([own]) => own === page)?.[1] ?? documents.app],
);

/** The file that answers an address: a page's document, the one that says there is none, or the file it names. */
export const fileFor = (path: string): string => {
  if (path.slice(path.lastIndexOf('/')).includes('.')) return path;
  return documentRules.find(([page]) => page.test(path))?.[1] ?? documents.notFound;
};

/** Stands in built files where the site's origin belongs, which only a deployment knows. */
export const siteUrlPlaceholder = 'https://site-url.invalid';

/** Built files that name the site's origin. */
export const filesWithSiteUrl = [...Object.values(documents), '/robots.txt', '/sitemap.xml'] as const;
