import { brand } from './brand.ts';

/** What a parent agrees to. A text that changes gets a higher version: answers name the version that was shown. */
interface Consent {
  readonly version: number;
  readonly text: string;
}

/** Shown beside the questions about photos (EME-06). */
export const photoConsent: Consent = {
  version: 1,
  text: `${brand.legalName} may take photos of my child and use them where I say yes. I can change each answer at any time; it has no effect on a booking.`,
};

/** Shown beside the question about a child's health (EME-02). */
export const healthConsent: Consent = {
  version: 1,
  text: `${brand.legalName} stores the answer, and the coaches of the booked sessions and the office read it, to keep your child safe. You can change it at any time.`,
};

/** What a reader of the newsletter agrees to. It is shown beside the button, and stored with the reader as it was then. */
export const newsletterConsent = `Yes, ${brand.legalName} may send me news about new classes by email. Every email has a link that ends this with one click.`;
