import type { RowsOfRoutes } from './rows.ts';

const badLink = 'newsletterLinkInvalid';
const noOffer = 'offerNotFound';

/** Rows of the routes of the public forms and links. */
export const linksAccess = {
  sendContactMessage: { nothing: [200, 200, 200, 200, 200, 200] },
  // Known and unknown addresses get the same answer.
  joinNewsletter: { present: [202, 202, 202, 202, 202, 202], missing: [202, 202, 202, 202, 202, 202] },
  confirmNewsletter: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [badLink, badLink, badLink, badLink, badLink, badLink],
  },
  // Whoever knows the secret answers the offer.
  getLinkedOffer: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [noOffer, noOffer, noOffer, noOffer, noOffer, noOffer],
  },
  takeOffer: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [noOffer, noOffer, noOffer, noOffer, noOffer, noOffer],
  },
  declineOffer: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [noOffer, noOffer, noOffer, noOffer, noOffer, noOffer],
  },
  // Whoever knows the secret reads the feed.
  getCalendarFeed: {
    present: [200, 200, 200, 200, 200, 200],
    missing: ['notFound', 'notFound', 'notFound', 'notFound', 'notFound', 'notFound'],
  },
  // It reads nothing.
  getLeavePage: { missing: [303, 303, 303, 303, 303, 303] },
  leaveNewsletter: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [badLink, badLink, badLink, badLink, badLink, badLink],
  },
} satisfies RowsOfRoutes;
