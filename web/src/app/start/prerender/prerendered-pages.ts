import { authDocumentOf, documentOf, linkPages, namedAuthViews, sessionPages } from '#shared/built-pages';
import { catalogueRoutes } from '#shared/classes/routes';
import { type AuthView, authTabs, paths } from '#shared/paths';
import { publicPages } from '../../../lib/pages/public-pages.ts';
import { courses, organisation, type StructuredData } from './structured-data.ts';

export interface PrerenderedPage {
  readonly path: string;
  /** Of public pages, see `PublicPage`. */
  readonly title?: string;
  readonly description?: string;
  /** Only for signed-in users: the HTML is the page while a stored sign-in is being read. */
  readonly needsSignIn?: boolean;
  /** The view of the first screen, of a page whose query chooses between several. Each has a document. */
  readonly view?: AuthView;
  /** The query that names the view. */
  readonly search?: string;
  /** The most that the page's scripts may have (KB, gzip). */
  readonly kilobytes?: number;
  /** Public API paths that the screen reads first; the document preloads them. */
  readonly reads?: readonly string[];
  /** Ends of the paths of modules that the screen itself loads at once. */
  readonly parts?: readonly string[];
  /** Whether the sitemap lists it. */
  readonly isListed?: boolean;
  /** Structured data for search engines (JSON-LD). */
  readonly data?: readonly StructuredData[];
}

/** A path without a page, for prerendering the document of unknown paths. */
export const notFoundPath = '/404';

/** Of the views of /auth that its screen loads apart. */
const viewModules = {
  [authTabs.signUp]: 'accounts/sign-up-form.tsx',
  [authTabs.forgotPassword]: 'accounts/forgot-password-view.tsx',
  reset: 'accounts/reset-password-view.tsx',
} as const;

/** The file of a page's document. */
export const fileOf = ({ path, view }: PrerenderedPage): string =>
  view === undefined ? documentOf(path) : authDocumentOf(view);

/** Every page of the site. A path with named parameters is prerendered with their names as ids. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  { ...publicPages.home, kilobytes: 175, isListed: true, data: [organisation, courses] },
  {
    ...publicPages.bookCamp,
    // 0.7 KB of every page keep what was typed when a session ends (PRF-02).
    kilobytes: 181,
    reads: [catalogueRoutes.listClasses.path],
    isListed: true,
    data: [courses],
  },
  { ...publicPages.contact, kilobytes: 169, isListed: true, data: [organisation] },
  { ...publicPages.auth, view: authTabs.login, kilobytes: 174 },
  ...namedAuthViews.map(({ view, name, value = '' }) => ({
    ...publicPages.auth,
    view,
    search: `?${new URLSearchParams({ [name]: value })}`,
    parts: [viewModules[view]],
  })),
  { path: notFoundPath, title: 'Page not found', description: 'There is no page at this address.' },
  ...linkPages.map((path) => ({ path })),
  ...sessionPages.map((path) => ({
    path,
    needsSignIn: true,
    ...(path === paths.browseClasses && { reads: [catalogueRoutes.listClasses.path] }),
    // To Do reads offers that no email reaches (WAI-16) beside the emails that were not sent (OPS-02), and the page keeps typed
    // text when a session ends (PRF-02).
    ...(path === paths.admin && { kilobytes: 225 }),
    ...(path === paths.coach && { kilobytes: 192 }),
    ...(path === paths.adminSettings && { parts: ['school/settings-form.tsx'] }),
  })),
];
