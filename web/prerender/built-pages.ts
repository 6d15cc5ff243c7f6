import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { documents } from '#shared/documents';
import { type PublicPage, publicPages } from '../src/lib/public-pages.ts';
import { courses, organisation, type StructuredData } from './structured-data.ts';

/** A page that is built as HTML. */
export interface PageToBuild extends PublicPage {
  /** Where it is written to. */
  readonly document: string;
  /** Complete as it is: the site's script waits until someone uses the page. */
  readonly onDemand?: boolean;
  /** What its screen reads from the API. */
  readonly reads?: readonly string[];
  /** Search engines are shown it. */
  readonly isListed?: boolean;
  readonly data?: readonly StructuredData[];
}

/** An address that no page has. */
export const noPage = '/404';

export const builtPages: readonly PageToBuild[] = [
  {
    ...publicPages.home,
    document: documents.home,
    onDemand: true,
    isListed: true,
    data: [organisation, courses],
  },
  {
    ...publicPages.bookCamp,
    document: documents.bookCamp,
    reads: [catalogueRoutes.listClasses.path],
    isListed: true,
    data: [courses],
  },
  {
    ...publicPages.contact,
    document: documents.contact,
    onDemand: true,
    isListed: true,
    data: [organisation],
  },
  {
    ...publicPages.auth,
    document: documents.auth,
  },
  {
    path: noPage,
    title: 'Page not found',
    description: 'There is no page at this address.',
    document: documents.notFound,
  },
];
