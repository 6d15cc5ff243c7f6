import { brand } from '#shared/brand';
import { siteUrlPlaceholder } from '#shared/documents';
import { paths } from '#shared/paths';
import { programmeIds, programmes } from '#shared/programmes';
import { socialImage } from './social-image.ts';

/** A thing as schema.org describes it. */
export type StructuredData = Readonly<Record<string, unknown>>;

const context = 'https://schema.org';
const organisationId = `${siteUrlPlaceholder}/#organisation`;

const [place, street, cityAndCode] = brand.contact.address;

/** The school. */
export const organisation: StructuredData = {
  '@context': context,
  '@type': 'SportsActivityLocation',
  '@id': organisationId,
  name: brand.name,
  legalName: brand.legalName,
  description: brand.description,
  url: `${siteUrlPlaceholder}/`,
  image: socialImage.url,
  email: brand.contact.email,
  telephone: brand.contact.phone,
  address: { '@type': 'PostalAddress', streetAddress: `${place}, ${street}`, addressLocality: cityAndCode },
  openingHours: brand.businessHours.flatMap(({ days, hours }) =>
    hours === 'Closed' ? [] : [`${days.replaceAll(/([A-Z][a-z])[a-z]/g, '$1')} ${hours}`],
  ),
  sameAs: brand.contact.social.map(({ url }) => url),
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
        url: `${siteUrlPlaceholder}${paths.bookCamp}`,
        provider: { '@type': 'Organization', name: brand.legalName, url: `${siteUrlPlaceholder}/` },
        ...(ages && { typicalAgeRange: `${ages.from}-${ages.to}` }),
        hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Onsite', courseSchedule: weekly },
        offers: { '@type': 'Offer', category: 'Paid', priceCurrency: 'USD' },
      },
    };
  }),
};
