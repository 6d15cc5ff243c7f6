import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { documents } from '#shared/documents';
import { type PublicPage, publicPages } from '../../../lib/pages/public-pages.ts';
import { courses, organisation, type StructuredData } from '../../metadata/structured-data.ts';

export interface PrerenderedPage extends PublicPage {
  /** Path of the HTML file. */
  readonly document: string;
  /** The HTML is complete: scripts are loaded on first use. */
  readonly onDemand?: boolean;
  /** The first screen depends on the query or the hash. The HTML is that without them. */
  readonly dependsOnQuery?: boolean;
  /** End of the path of the screen's module, and the most that the page's scripts may have (KB, gzip). */
  readonly screen?: { readonly module: string; readonly kilobytes: number };
  /** API paths that the screen reads first; the document preloads them. */
  readonly reads?: readonly string[];
  /** Whether the sitemap lists it. */
  readonly isListed?: boolean;
  /** Structured data for search engines (JSON-LD). */
  readonly data?: readonly StructuredData[];
}

/** End of the path of the module that renders every page in the browser. */
export const mainModule = 'app/start/main.tsx';

/** A path without a page, for prerendering the document of unknown paths. */
export const notFoundPath = '/404';

export const prerenderedPages: readonly PrerenderedPage[] = [
  {
    ...publicPages.home,
    document: documents.home,
    screen: { module: 'home/home-screen.tsx', kilobytes: 169 },
    onDemand: true,
    isListed: true,
    data: [organisation, courses],
  },
  {
    ...publicPages.bookCamp,
    document: documents.bookCamp,
    screen: { module: 'catalogue/book-camp-screen.tsx', kilobytes: 172 },
    reads: [catalogueRoutes.listClasses.path],
    isListed: true,
    data: [courses],
  },
  {
    ...publicPages.contact,
    document: documents.contact,
    screen: { module: 'contact/contact-screen.tsx', kilobytes: 164 },
    onDemand: true,
    isListed: true,
    data: [organisation],
  },
  {
    ...publicPages.auth,
    document: documents.auth,
    screen: { module: 'account/auth-screen.tsx', kilobytes: 165 },
    dependsOnQuery: true,
  },
  {
    path: notFoundPath,
    title: 'Page not found',
    description: 'There is no page at this address.',
    document: documents.notFound,
  },
];
