import * as z from 'zod/mini';

// What schema.org defines for the things our pages describe, as far as we use it, and what Google's documentation of
// LocalBusiness and Course asks for. Each property here is one that they require or recommend.

const context = z.literal('https://schema.org');
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const text = z.string().check(z.minLength(1));
const url = z.url({ protocol: /^https?$/ });

const addressSchema = z.strictObject({
  '@type': z.literal('PostalAddress'),
  streetAddress: text,
  addressLocality: text,
  postalCode: text,
  addressCountry: z.string().check(z.regex(/^[A-Z]{2}$/)),
});

const openingHoursSchema = z.strictObject({
  '@type': z.literal('OpeningHoursSpecification'),
  dayOfWeek: z.array(z.enum(days)).check(z.minLength(1)),
  opens: time,
  closes: time,
});

/** A SportsActivityLocation, which is a LocalBusiness: name and address are required, the rest is recommended. */
export const schoolSchema = z.strictObject({
  '@context': context,
  '@type': z.literal('SportsActivityLocation'),
  '@id': url,
  name: text,
  legalName: text,
  description: text,
  url,
  logo: url,
  image: url,
  email: z.email(),
  /** With the code of the country. */
  telephone: z.string().check(z.regex(/^\+\d[\d ]+$/)),
  address: addressSchema,
  openingHoursSpecification: z.array(openingHoursSchema).check(z.minLength(1)),
  sameAs: z.array(url),
});

const courseSchema = z.strictObject({
  '@type': z.literal('Course'),
  name: text,
  /** No more than 60 characters are shown; more are allowed. */
  description: text,
  url,
  provider: z.strictObject({ '@type': z.literal('Organization'), '@id': url, name: text, url }),
  typicalAgeRange: z.optional(z.string().check(z.regex(/^\d+-\d+$/))),
  hasCourseInstance: z
    .array(
      z.strictObject({
        '@type': z.literal('CourseInstance'),
        courseMode: z.enum(['Online', 'Onsite', 'Blended']),
        courseSchedule: z.strictObject({
          '@type': z.literal('Schedule'),
          repeatFrequency: z.enum(['Daily', 'Weekly', 'Monthly', 'Yearly']),
          repeatCount: z.int().check(z.positive()),
        }),
      }),
    )
    .check(z.minLength(1)),
  offers: z
    .array(
      z.strictObject({
        '@type': z.literal('Offer'),
        category: z.enum(['Free', 'Partially Free', 'Subscription', 'Paid']),
        priceCurrency: z.string().check(z.regex(/^[A-Z]{3}$/)),
      }),
    )
    .check(z.minLength(1)),
});

/** A list of courses: three at least, each with a place and an address of its own. */
export const courseListSchema = z.strictObject({
  '@context': context,
  '@type': z.literal('ItemList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int().check(z.positive()),
        item: courseSchema,
      }),
    )
    .check(z.minLength(3)),
});
