/**
 * The business. Every screen, email and document that names it reads this file. To run the product for another school,
 * change these values, and the domain in `infra/settings/`.
 */
export const brand = {
  name: 'Ballerz',
  legalName: 'Ballerz Football School',
  tagline: 'Football classes for ages 3 and up',
  description:
    'Weekly football classes for children from 3 years: small groups, qualified coaches, a place you can book in two minutes.',
  coach: {
    name: 'Coach Sam Okafor',
    role: 'Lead coach',
    bio: 'Sam has coached children for fourteen years, from first kicks to academy trials. UEFA B licensed, first-aid trained and background checked.',
  },
  contact: {
    email: 'hello@ballerz.example',
    phone: '+44 20 7946 0958',
    /**
     * Numbers of this country: its code, the prefix that is dialled within it only, and the digits of its longest numbers
     * without these.
     */
    numbering: { callingCode: '44', trunkPrefix: '0', longest: 10 },
    address: {
      street: ['Riverside Sports Ground', '12 Meadow Lane'],
      locality: 'London',
      postcode: 'SE16 7PJ',
      /** ISO 3166-1 alpha-2. */
      country: 'GB',
    },
    social: [
      { name: 'Instagram', url: 'https://www.instagram.com/ballerz.example' },
      { name: 'Facebook', url: 'https://www.facebook.com/ballerz.example' },
      { name: 'YouTube', url: 'https://www.youtube.com/@ballerz.example' },
    ],
  },
  businessHours: [
    { days: 'Mon-Fri', hours: '9:00-18:00' },
    { days: 'Sat', hours: '10:00-16:00' },
    { days: 'Sun', hours: 'Closed' },
  ],
} as const;

/** `tel:` link of the business, which every page has: as `callLink` makes it, without its code. */
export const phoneLink = `tel:${brand.contact.phone.replace(/\(0\)|[^+\d]/g, '')}`;

const { street, locality, postcode } = brand.contact.address;

/** Lines of the postal address. */
export const addressLines: readonly string[] = [...street, `${locality} ${postcode}`];
