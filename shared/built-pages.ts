import { pathPatterns, paths } from './paths.ts';

/** Paths of all pages, with named parameters for ids. */
const pages: readonly string[] = [
  ...new Set(
    [...Object.values(paths), ...Object.values(pathPatterns)]
      .filter((path) => typeof path === 'string')
      .map((path) => path.replace(/\?.*/, '')),
  ),
];

/** Pages that search engines may show. */
const publicPages = [paths.home, paths.bookCamp, paths.contact, paths.auth] as const;

/** Pages that links of emails open, without a session. */
export const linkPages = [
  paths.verifyEmail,
  paths.newsletterConfirm,
  paths.newsletterLeave,
  paths.offer,
  paths.notComing,
  paths.coachInvitation,
  paths.openSchool,
] as const;

const openPages: readonly string[] = [...publicPages, ...linkPages];

/** Pages of signed-in users. */
export const sessionPages = pages.filter((page) => !openPages.includes(page));

/**
 * The HTML document of a page of the built site, the same for all ids in its path:
 * `/parent-bookings-bookingId-change.html` for `/parent/bookings/:bookingId/change`.
 */
export const documentOf = (page: string): string =>
  page === paths.home ? '/index.html' : `/${page.slice(1).replaceAll('/', '-').replaceAll(':', '')}.html`;

/** The document of addresses without a page, which is answered with status 404. */
export const notFoundDocument = '/404.html';

const toPattern = (page: string): RegExp => {
  const path = page.replaceAll('/', '\\/').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(page === paths.home ? '^\\/$' : `^${path}\\/?$`);
};

/** Which document answers which paths, for CloudFront and the local stack. A path without a match is not a page. */
export const documentRules: readonly (readonly [page: RegExp, document: string])[] = pages.map((page) => [
  toPattern(page),
  documentOf(page),
]);

/**
 * The file that answers a path: the document of the page, the 404 document, or the file itself for a path with a file
 * extension.
 */
export const fileFor = (path: string): string => {
  if (path.slice(path.lastIndexOf('/')).includes('.')) return path;
  return documentRules.find(([page]) => page.test(path))?.[1] ?? notFoundDocument;
};

/** Placeholder for the site's origin in built files; the deployment replaces it. */
export const siteUrlPlaceholder = 'https://site-url.invalid';

/** Built files that contain `siteUrlPlaceholder`. */
export const filesWithSiteUrl = [...publicPages.map(documentOf), '/robots.txt', '/sitemap.xml'];
