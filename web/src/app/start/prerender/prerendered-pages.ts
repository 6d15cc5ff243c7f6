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
  readonly title?: string;
  readonly description?: string;
  /** The HTML shows the page while a stored sign-in is being read. */
  readonly needsSignIn?: boolean;
  /** A page whose query chooses between views has a document for each. */
  readonly view?: AuthView;
  readonly search?: string;
  /** The bound of the page's scripts (KB, gzip). */
  readonly kilobytes?: number;
  /** Public API paths that the document preloads. */
  readonly reads?: readonly string[];
  /** The document requests these first reads of a signed-in user (NET-02). */
  readonly earlyReads?: readonly EarlyRead[];
  /** Ends of the paths of modules that the screen loads at once. */
  readonly modules?: readonly string[];
  readonly isListed?: boolean;
  readonly data?: readonly StructuredData[];
}

/** No page has this path, so it gives the document of unknown paths. */
export const notFoundPath = '/404';

/** The screen of /auth loads these views separately. */
const viewModules = {
  [authTabs.signUp]: 'accounts/sign-up-form.tsx',
  [authTabs.forgotPassword]: 'accounts/forgot-password-view.tsx',
  reset: 'accounts/reset-password-view.tsx',
} as const;

type Read = readonly [route: Pick<Route, 'path'>, body?: object];

const firstRows = { query: '', limit: pageSizes.usual };

/** First reads of a page in the order of the screen. A browser test compares them with the real ones. */
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

/** Reads name an id by its position in the page's address. */
const earlyReadsOf = (page: string): EarlyRead[] =>
  (readsOf[page] ?? []).map(([{ path }, body]) => {
    const numbered = path.replaceAll(/(?<=\{)\w+(?=\})/g, (name) =>
      String(page.split('/').indexOf(`:${name}`)),
    );
    return body ? [numbered, JSON.stringify(body)] : [numbered];
  });

export const fileOf = ({ path, view }: PrerenderedPage): string =>
  view === undefined ? documentOf(path) : authDocumentOf(view);

/** A path with named parameters is prerendered with their names as ids. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  { ...publicPages.home, kilobytes: 150, isListed: true, data: [organisation, courses] },
  {
    ...publicPages.bookCamp,
    // On every page, 0.7 KB keep typed text when a session ends (PRF-02), and 0.5 use early answers (NET-02) or say
    // that booking is paused (REL-05). `css({ ... })` for one component adds to the script instead of to a style sheet.
    kilobytes: 159,
    reads: [catalogueRoutes.listClasses.path],
    isListed: true,
    data: [courses],
  },
  { ...publicPages.contact, kilobytes: 145, isListed: true, data: [organisation] },
  { ...publicPages.auth, view: authTabs.login, kilobytes: 150 },
  ...namedAuthViews.map(({ view, name, value = '' }) => ({
    ...publicPages.auth,
    view,
    search: `?${new URLSearchParams({ [name]: value })}`,
    modules: [viewModules[view]],
  })),
  { path: notFoundPath, title: 'Page not found', description: 'There is no page at this address.' },
  ...linkPages.map((path) => ({ path })),
  ...sessionPages.map((path) => ({
    path,
    needsSignIn: true,
    earlyReads: earlyReadsOf(path),
    ...(path === paths.browseClasses && {
      reads: [catalogueRoutes.listClasses.path],
      modules: ['classes/family-prices.tsx'],
    }),
    // To Do reads unheard offers (WAI-16) beside unsent emails (OPS-02), and keeps typed text when a session ends (PRF-02).
    ...(path === paths.admin && { kilobytes: 207 }),
    ...(path === paths.coach && { kilobytes: 172 }),
    // Neither Chakra nor the forms' library comes before a dialog is opened.
    ...(path === paths.parentBookings && { kilobytes: 207 }),
    ...(path === paths.adminSettings && { modules: ['school/settings-form.tsx'] }),
  })),
];
