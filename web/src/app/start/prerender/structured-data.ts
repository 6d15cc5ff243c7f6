import { brand } from '#shared/brand';
import { siteUrlPlaceholder } from '#shared/built-pages';
import { daysPerWeek, defaultClassDays } from '#shared/lib/calendar';
import { programmeIds, programmes } from '#shared/programmes';
import { listingOf } from '../../../lib/pages/public-pages.ts';

/** `npm run images` draws the image of link previews. */
export const socialImage = {
  url: `${siteUrlPlaceholder}/social-preview.png`,
  width: 1200,
  height: 630,
} as const;

export type StructuredData = Readonly<Record<string, unknown>>;

const context = 'https://schema.org';
const organisationId = `${siteUrlPlaceholder}/#organisation`;

const { address, email, phone, social } = brand.contact;

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 'Mon-Fri' or 'Sat' as full weekday names. */
const daysOf = (days: string): string[] => {
  const [first = '', last = first] = days.split('-');
  const indexOf = (short: string) => weekdays.findIndex((day) => day.startsWith(short));
  return weekdays.slice(indexOf(first), indexOf(last) + 1);
};

const timeOf = (time = ''): string => time.padStart(5, '0');

const openingHours = brand.businessHours
  .filter(({ hours }) => hours !== 'Closed')
  .map(({ days, hours }) => {
    const [opens, closes] = hours.split('-').map(timeOf);
    return { '@type': 'OpeningHoursSpecification', dayOfWeek: daysOf(days), opens, closes };
  });

export const organisation: StructuredData = {
  '@context': context,
  '@type': 'SportsActivityLocation',
  '@id': organisationId,
  name: brand.name,
  legalName: brand.legalName,
  description: brand.description,
  url: `${siteUrlPlaceholder}/`,
  logo: `${siteUrlPlaceholder}/icon-512.png`,
  image: socialImage.url,
  ...(email && { email }),
  ...(phone && { telephone: phone }),
  ...(address && {
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street.join(', '),
      addressLocality: address.locality,
      postalCode: address.postcode,
      addressCountry: address.country,
    },
  }),
  openingHoursSpecification: openingHours,
  ...(social.length > 0 && { sameAs: social.map(({ url }) => url) }),
};

const provider = {
  '@type': 'Organization',
  '@id': organisationId,
  name: brand.legalName,
  url: `${siteUrlPlaceholder}/`,
};

/** `repeatCount` is the usual length in weeks (PRC-18). */
const weekly = {
  '@type': 'Schedule',
  repeatFrequency: 'Weekly',
  repeatCount: defaultClassDays / daysPerWeek,
};

/** Dates and prices of classes are left out, because they change after the build. */
export const courses: StructuredData = {
  '@context': context,
  '@type': 'ItemList',
  itemListElement: programmeIds.map((id, index) => {
    const { name, summary, ages, audience } = programmes[id];
    return {
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Course',
        name: `${name} (${audience})`,
        description: summary,
        url: `${siteUrlPlaceholder}${listingOf(id)}`,
        provider,
        ...(ages && { typicalAgeRange: `${ages.from}-${ages.to}` }),
        hasCourseInstance: [{ '@type': 'CourseInstance', courseMode: 'Onsite', courseSchedule: weekly }],
        offers: [{ '@type': 'Offer', category: 'Paid', priceCurrency: 'USD' }],
      },
    };
  }),
};
