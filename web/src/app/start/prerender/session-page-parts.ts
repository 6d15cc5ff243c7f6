import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { type SessionPage, sessionPages } from '#shared/documents';
import { paths } from '#shared/paths';

/** What the document of a page of signed-in users names. */
export interface SessionPageParts {
  readonly path: SessionPage;
  /** Ends of the paths of the modules that render it. */
  readonly modules: readonly string[];
  /** Public API paths that the screen reads first; the document preloads them. */
  readonly reads?: readonly string[];
}

/** Ends of the paths of the modules of the admin area. */
export const adminModules = [
  'layout/admin-area.tsx',
  'layout/admin-nav.tsx',
  'features/admin/find/find-button.tsx',
];

/** Reads the stored session. */
const sessionModule = 'lib/session/amplify.ts';

const parentPage = (...screen: readonly string[]) => ['layout/parent-layout.tsx', ...screen];

const screens: Partial<Record<SessionPage, readonly string[]>> = {
  [paths.browseClasses]: ['catalogue/browse-classes-screen.tsx'],
  [paths.parent]: parentPage('family/dashboard-screen.tsx'),
  [paths.parentClasses]: parentPage('catalogue/parent-classes-screen.tsx'),
  [paths.parentBookings]: parentPage('family/bookings-screen.tsx'),
  [paths.parentPayments]: parentPage('features/payments/payments-screen.tsx'),
  [paths.parentProfile]: parentPage('family/profile-screen.tsx'),
};

/** The pages of signed-in users that are prerendered. */
export const sessionPageParts: readonly SessionPageParts[] = sessionPages.map((path) => ({
  path,
  modules: [sessionModule, ...(screens[path] ?? adminModules)],
  ...(path === paths.browseClasses && { reads: [catalogueRoutes.listClasses.path] }),
}));
