import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import type { ProgrammeId } from '#shared/programmes';

/** A public page: `title` without the school's name, `description` for search results and link previews. */
export interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

const { phone, address } = brand.contact;

/** The pages with a title and description for search engines and link previews. */
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
    description:
      phone && address
        ? `Write to ${brand.legalName}, call, or come by: address, telephone, email and business hours.`
        : `Write to ${brand.legalName}: message form and business hours.`,
  },
  auth: {
    path: paths.auth,
    title: 'Log in or sign up',
    description: `Log in to your ${brand.name} account, or sign up to book football classes for your children.`,
  },
} as const satisfies Record<string, PublicPage>;

/**
 * The pages whose HTML is complete, for visitors and for signed-in users: their scripts are loaded when they are used.
 */
export const completePages: readonly string[] = [paths.home, paths.contact];

/** Query parameters of a class listing: filters and order. */
export const listingParams = {
  programme: 'program',
  day: 'day',
  venue: 'venue',
  places: 'places',
  sort: 'sort',
} as const;

/** Path of the public listing, filtered by one programme. */
export const listingOf = (programme: ProgrammeId): string =>
  `${paths.bookCamp}?${new URLSearchParams({ [listingParams.programme]: programme })}`;
