import { brand } from './brand.ts';

/** What a reader of the newsletter agrees to. It is shown beside the button, and stored with the reader as it was then. */
export const newsletterConsent = `Yes, ${brand.legalName} may send me news about new classes by email. Every email has a link that ends this with one click.`;
