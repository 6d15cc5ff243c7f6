interface SchoolFacts {
  readonly coach: { readonly name: string; readonly role: string; readonly bio: string } | null;
  readonly phone: string | null;
  readonly address: {
    readonly street: readonly string[];
    readonly locality: string;
    readonly postcode: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
  } | null;
  readonly social: readonly { readonly name: string; readonly url: string }[];
  readonly businessHours: readonly { readonly days: string; readonly hours: string }[];
}

/** The school of the sample data: nobody has this phone (reserved for fiction), address or account. */
export const sampleFacts = {
  coach: {
    name: 'Coach Sam Okafor',
    role: 'Lead coach',
    bio: 'Sam has coached children for fourteen years, from first kicks to academy trials. UEFA B licensed, first-aid trained and background checked.',
  },
  phone: '+44 20 7946 0958',
  address: {
    street: ['Riverside Sports Ground', '12 Meadow Lane'],
    locality: 'London',
    postcode: 'SE16 7PJ',
    country: 'GB',
  },
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/ballerz.example' },
    { name: 'Facebook', url: 'https://www.facebook.com/ballerz.example' },
    { name: 'YouTube', url: 'https://www.youtube.com/@ballerz.example' },
  ],
  businessHours: [
    { days: 'Mon-Fri', hours: '9:00-18:00' },
    { days: 'Sat', hours: '10:00-16:00' },
    { days: 'Sun', hours: 'Closed' },
  ],
} as const satisfies SchoolFacts;

/**
 * Whether this is the sample school: the local system with sample data, tests, and the site that is built for them. Builds of
 * the site and of the functions replace the variable by its value.
 */
export const isSampleSchool = process.env.SAMPLE_SCHOOL === 'yes';

/** What is true of this school alone. What is not known is said nowhere: no screen, email or file makes it up (SCH-02). */
const ownFacts: SchoolFacts = { coach: null, phone: null, address: null, social: [], businessHours: [] };

const facts: SchoolFacts = isSampleSchool ? sampleFacts : ownFacts;
const { coach, phone, address, social, businessHours } = facts;

/** Every email is sent from it, and the contact forms write to it. A deployment refuses this one, which nobody has. */
const mailbox = 'hello@ballerz.example';

/**
 * The business. Every screen, email and document that names it reads this file. To run the product for another school,
 * change these values with `ownFacts` and `mailbox`, and the domain in `infra/settings/`.
 */
export const brand = {
  name: 'Ballerz',
  legalName: 'Ballerz Football School',
  tagline: 'Football classes for ages 3 and up',
  description:
    'Weekly football classes for children from 3 years: small groups, qualified coaches, a place you can book in two minutes.',
  coach,
  mailbox,
  contact: {
    /** The shown address; null while the mailbox is nobody's. */
    email: isSampleSchool || !mailbox.endsWith('.example') ? mailbox : null,
    phone,
    /** Numbers of this country: code, prefix dialled within it only, and digits of its longest numbers without these. */
    numbering: { callingCode: '44', trunkPrefix: '0', longest: 10 },
    address,
    social,
  },
  businessHours,
} as const;

/** The sender of every email, as mailboxes show it. */
export const senderOf = (address: string): string => `${brand.name} <${address}>`;

/** `tel:` link of the business, which every page has: as `callLink` makes it, without its code. */
export const phoneLink = phone && `tel:${phone.replace(/\(0\)|[^+\d]/g, '')}`;

/** Lines of the postal address; none where it is not known. */
export const addressLines: readonly string[] = address
  ? [...address.street, `${address.locality} ${address.postcode}`]
  : [];

/** `call us at …` between the texts before and after it; nothing of it without a phone. */
export const callUs = (before: string, after = ''): string =>
  phone ? `${before} call us at ${phone}${after}` : '';

/** How the school hears of something: `call us at …`, or `tell us` without a phone. */
export const reachUs = phone ? `call us at ${phone}` : 'tell us';
