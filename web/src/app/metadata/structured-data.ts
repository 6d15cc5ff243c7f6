import { brand } from '#shared/brand';
import { siteUrlPlaceholder } from '#shared/documents';
import { programmeIds, programmes } from '#shared/programmes';
import { listingOf } from '../../lib/pages/listing-search.ts';
import { socialImage } from './social-image.ts';

/** A thing as schema.org describes it. */
export type StructuredData = Readonly<Record<string, unknown>>;

const context = 'https://schema.org';
const organisationId = `${siteUrlPlaceholder}/#organisation`;

const { address, email, phone, social } = brand.contact;

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 'Mon-Fri' or 'Sat', as the days' names in full. */
const daysOf = (days: string): string[] => {
  const [first = '', last = first] = days.split('-');
  const placeOf = (short: string) => weekdays.findIndex((day) => day.startsWith(short));
  return weekdays.slice(placeOf(first), placeOf(last) + 1);
};

/** '9:00' as machines write it. */
const timeOf = (time = ''): string => time.padStart(5, '0');

const openingHours = brand.businessHours
  .filter(({ hours }) => hours !== 'Closed')
  .map(({ days, hours }) => {
    const [opens, closes] = hours.split('-').map(timeOf);
    return { '@type': 'OpeningHoursSpecification', dayOfWeek: daysOf(days), opens, closes };
  });

/** The school. */
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
  email,
  telephone: phone,
  address: {
    '@type': 'PostalAddress',
    streetAddress: address.street.join(', '),
    addressLocality: address.locality,
    postalCode: address.postcode,
    addressCountry: address.country,
  },
  openingHoursSpecification: openingHours,
  sameAs: social.map(({ url }) => url),
};

const provider = {
  '@type': 'Organization',
  '@id': organisationId,
  name: brand.legalName,
  url: `${siteUrlPlaceholder}/`,
};

/** The classes of every programme meet once a week, for eight weeks unless a class says otherwise (PRC-18). */
const weekly = { '@type': 'Schedule', repeatFrequency: 'Weekly', repeatCount: 8 };

/** The programmes, as courses. Their classes, with dates and prices, come from the API. */
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
