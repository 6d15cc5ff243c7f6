import { authDocumentOf, documentOf, linkPages, namedAuthViews, sessionPages } from '#shared/built-pages';
import { catalogueRoutes } from '#shared/classes/routes';
import type { Route } from '#shared/contract/route';
import { routes } from '#shared/contract/routes';
import type { EarlyRead } from '#shared/document-script';
import { pageSizes } from '#shared/limits';
import { type AuthView, authTabs, pathPatterns, paths } from '#shared/paths';
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
  /** What the screen reads first for a signed-in user; the document asks for it (NET-02). */
  readonly earlyReads?: readonly EarlyRead[];
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

type Read = readonly [route: Pick<Route, 'path'>, body?: object];

const firstRows = { query: '', limit: pageSizes.usual };

/** What the first screen of a page reads for a signed-in user, in the order in which it is shown. A browser test compares. */
const readsOf: Readonly<Record<string, readonly Read[]>> = {
  [paths.browseClasses]: [[routes.listMyBookings]],
  [pathPatterns.bookClass]: [[routes.getBookableSlot]],
  [paths.parent]: [[routes.getMyWaiting], [routes.listMyBookings], [routes.getMyFamily]],
  [paths.parentBookings]: [[routes.getMyWaiting], [routes.listMyBookings]],
  [paths.parentPayments]: [[routes.getMyLedger]],
  [paths.parentProfile]: [[routes.getMyFamily]],
  [paths.admin]: [
    [routes.getDashboard],
    [routes.listUnheardOffers],
    [routes.listLateEndings],
    [routes.listDayRegisters],
    [routes.listUnlisted],
    [routes.listCoaches],
    [routes.listUnassignedRows],
    [routes.listUnsent],
    [routes.getMoneyFigures],
  ],
  [paths.adminClasses]: [[routes.listManagedClasses], [routes.listDrafts]],
  [paths.adminBookings]: [[routes.searchBookings, firstRows], [routes.listManagedClasses]],
  [paths.adminUsers]: [[routes.searchParents, firstRows]],
  [paths.adminPayments]: [
    [routes.searchOpenBalances, { query: '', sort: 'largest', limit: pageSizes.usual }],
    [routes.listUnassignedRows],
  ],
  [paths.coach]: [[routes.listMySessions]],
  [pathPatterns.coachRegister]: [[routes.getRegister], [routes.listMySessions]],
};

/** The early reads of a page: an id of its address by the place in it. */
const earlyReadsOf = (page: string): EarlyRead[] =>
  (readsOf[page] ?? []).map(([{ path }, body]) => {
    const numbered = path.replaceAll(/(?<=\{)\w+(?=\})/g, (name) =>
      String(page.split('/').indexOf(`:${name}`)),
    );
    return body ? [numbered, JSON.stringify(body)] : [numbered];
  });

/** The file of a page's document. */
export const fileOf = ({ path, view }: PrerenderedPage): string =>
  view === undefined ? documentOf(path) : authDocumentOf(view);

/** Every page of the site. A path with named parameters is prerendered with their names as ids. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  { ...publicPages.home, kilobytes: 153, isListed: true, data: [organisation, courses] },
  {
    ...publicPages.bookCamp,
    // Of every page, 0.7 KB keep what was typed when a session ends (PRF-02), and 0.5 take early answers (NET-02) or say that
    // booking is paused (REL-05). Styles of one place (`css({ ... })`) stand in the script, and no longer in a style sheet.
    kilobytes: 162,
    reads: [catalogueRoutes.listClasses.path],
    isListed: true,
    data: [courses],
  },
  { ...publicPages.contact, kilobytes: 148, isListed: true, data: [organisation] },
  { ...publicPages.auth, view: authTabs.login, kilobytes: 153 },
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
    earlyReads: earlyReadsOf(path),
    ...(path === paths.browseClasses && {
      reads: [catalogueRoutes.listClasses.path],
      parts: ['classes/family-prices.tsx'],
    }),
    // To Do reads offers that no email reaches (WAI-16) beside the emails that were not sent (OPS-02), and the page keeps typed
    // text when a session ends (PRF-02).
    ...(path === paths.admin && { kilobytes: 210 }),
    ...(path === paths.coach && { kilobytes: 174 }),
    ...(path === paths.adminSettings && { parts: ['school/settings-form.tsx'] }),
  })),
];
