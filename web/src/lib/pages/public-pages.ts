import { brand } from '#shared/brand';
import { paths } from '#shared/paths';

/** A page that anyone may find: `title` without the name of the school, `description` for search results and previews. */
export interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/** The pages that search engines and previews of links show. */
export const publicPages = {
  home: { path: paths.home, title: brand.tagline, description: brand.description },
  bookCamp: {
    path: paths.bookCamp,
    title: 'Book A Class',
    description: `Weekly classes at ${brand.name} with times, venues, prices and places left. Book the full program or try a single session.`,
  },
  contact: {
    path: paths.contact,
    title: 'Get in Touch',
    description: `Write to ${brand.legalName}, call, or come by: address, telephone, email and business hours.`,
  },
  auth: {
    path: paths.auth,
    title: 'Log in or sign up',
    description: `Log in to your ${brand.name} account, or sign up to book football classes for your children.`,
  },
} as const satisfies Record<string, PublicPage>;
