import { linkPages, sessionPages } from '#shared/built-pages';
import { catalogueRoutes } from '#shared/classes/routes';
import { paths } from '#shared/paths';
import { publicPages } from '../../../lib/pages/public-pages.ts';
import { courses, organisation, type StructuredData } from './structured-data.ts';

export interface PrerenderedPage {
  readonly path: string;
  /** Of public pages, see `PublicPage`. */
  readonly title?: string;
  readonly description?: string;
  /** Only for signed-in users: the HTML is the page while a stored sign-in is being read. */
  readonly needsSignIn?: boolean;
  /** The first screen depends on the query or the hash. The HTML is that without them. */
  readonly dependsOnQuery?: boolean;
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

/** Every page of the site. A path with named parameters is prerendered with their names as ids. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  { ...publicPages.home, kilobytes: 174, isListed: true, data: [organisation, courses] },
  {
    ...publicPages.bookCamp,
    kilobytes: 180,
    reads: [catalogueRoutes.listClasses.path],
    isListed: true,
    data: [courses],
  },
  { ...publicPages.contact, kilobytes: 168, isListed: true, data: [organisation] },
  { ...publicPages.auth, kilobytes: 172, dependsOnQuery: true },
  { path: notFoundPath, title: 'Page not found', description: 'There is no page at this address.' },
  ...linkPages.map((path) => ({ path })),
  ...sessionPages.map((path) => ({
    path,
    needsSignIn: true,
    ...(path === paths.browseClasses && { reads: [catalogueRoutes.listClasses.path] }),
    ...(path === paths.admin && { kilobytes: 300 }),
    ...(path === paths.adminSettings && { parts: ['school/settings-form.tsx'] }),
  })),
];
