import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { documents } from '#shared/documents';
import { type PublicPage, publicPages } from '../../../lib/pages/public-pages.ts';
import { courses, organisation, type StructuredData } from '../../metadata/structured-data.ts';

/** A page that is built as HTML. */
export interface PageToBuild extends PublicPage {
  /** Where it is written to. */
  readonly document: string;
  /** Complete as it is: the site's script waits until someone uses the page. */
  readonly onDemand?: boolean;
  /** The module of its screen, by how its path ends, and how much script (KB, compressed) the page may take in use. */
  readonly screen?: { readonly module: string; readonly kilobytes: number };
  /** What its screen reads from the API. */
  readonly reads?: readonly string[];
  /** Search engines are shown it. */
  readonly isListed?: boolean;
  readonly data?: readonly StructuredData[];
}

/** The module that brings every page to life, by how its path ends. */
export const siteModule = 'app/start/main.tsx';

/** An address that no page has. */
export const noPage = '/404';

export const builtPages: readonly PageToBuild[] = [
  {
    ...publicPages.home,
    document: documents.home,
    screen: { module: 'home/home-screen.tsx', kilobytes: 182 },
    onDemand: true,
    isListed: true,
    data: [organisation, courses],
  },
  {
    ...publicPages.bookCamp,
    document: documents.bookCamp,
    screen: { module: 'catalogue/book-camp-screen.tsx', kilobytes: 165 },
    reads: [catalogueRoutes.listClasses.path],
    isListed: true,
    data: [courses],
  },
  {
    ...publicPages.contact,
    document: documents.contact,
    screen: { module: 'contact/contact-screen.tsx', kilobytes: 180 },
    onDemand: true,
    isListed: true,
    data: [organisation],
  },
  {
    ...publicPages.auth,
    document: documents.auth,
    screen: { module: 'account/auth-screen.tsx', kilobytes: 186 },
  },
  {
    path: noPage,
    title: 'Page not found',
    description: 'There is no page at this address.',
    document: documents.notFound,
  },
];
