import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import type { ProgrammeId } from '#shared/programmes';

/** `title` is without the school's name; `description` is for search results and link previews. */
export interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

const { phone, address } = brand.contact;

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

/** Pages with complete HTML for everybody: their scripts are loaded at the first use. */
export const completePages: readonly string[] = [paths.home, paths.contact];

export const listingParams = {
  programme: 'program',
  day: 'day',
  venue: 'venue',
  places: 'places',
  sort: 'sort',
} as const;

export const listingOf = (programme: ProgrammeId): string =>
  `${paths.bookCamp}?${new URLSearchParams({ [listingParams.programme]: programme })}`;
