import { type AuthView, authTabs, pathPatterns, paths, resetToken } from './paths.ts';

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
  paths.adultInvitation,
  paths.coachInvitation,
  paths.openSchool,
] as const;

const openPages: readonly string[] = [...publicPages, ...linkPages];

export const sessionPages = pages.filter((page) => !openPages.includes(page));

/**
 * The HTML document of a page of the built site, the same for all ids in its path:
 * `/parent-bookings-bookingId-change.html` for `/parent/bookings/:bookingId/change`.
 */
export const documentOf = (page: string): string =>
  page === paths.home ? '/index.html' : `/${page.slice(1).replaceAll('/', '-').replaceAll(':', '')}.html`;

/** The document of a view of /auth. */
export const authDocumentOf = (view: AuthView): string =>
  view === authTabs.login ? documentOf(paths.auth) : `/auth-${view}.html`;

interface NamedView {
  readonly view: Exclude<AuthView, typeof authTabs.login>;
  /** The query parameter that names it. */
  readonly name: string;
  readonly value?: string;
}

/** The views of /auth that an address names by its query. */
export const namedAuthViews: readonly NamedView[] = [
  { view: 'reset', name: resetToken },
  { view: authTabs.signUp, name: 'tab', value: authTabs.signUp },
  { view: authTabs.forgotPassword, name: 'tab', value: authTabs.forgotPassword },
];

/** The document of addresses without a page, which is answered with status 404. */
export const notFoundDocument = '/404.html';

const toPattern = (page: string): RegExp => {
  const path = page.replaceAll('/', '\\/').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(page === paths.home ? '^\\/$' : `^${path}\\/?$`);
};

type DocumentRule = readonly [page: RegExp, document: string, name?: string, value?: string | undefined];

/** Which document answers which addresses, in the cloud and locally: the first rule that fits; without one no page. */
export const documentRules: readonly DocumentRule[] = [
  ...namedAuthViews.map(
    ({ view, name, value }): DocumentRule => [toPattern(paths.auth), authDocumentOf(view), name, value],
  ),
  ...pages.map((page): DocumentRule => [toPattern(page), documentOf(page)]),
];

/** The page's document, the 404 document, or the file itself for a path with a file extension. */
export const fileFor = (path: string, query: Readonly<Record<string, string>> = {}): string => {
  if (path.slice(path.lastIndexOf('/')).includes('.')) return path;
  const rule = documentRules.find(
    ([page, , name, value]) =>
      page.test(path) && (name === undefined || (name in query && (value ?? query[name]) === query[name])),
  );
  return rule?.[1] ?? notFoundDocument;
};

export const siteUrlPlaceholder = 'https://site-url.invalid';

/** Built files that contain `siteUrlPlaceholder`. */
export const filesWithSiteUrl = [
  ...publicPages.map(documentOf),
  ...namedAuthViews.map(({ view }) => authDocumentOf(view)),
  '/robots.txt',
  '/sitemap.xml',
];
