import { linksRoutes } from '#shared/contract/links-routes';
import { withKeys } from '../lib/http/with-keys.ts';
import type { LinksDeps } from './deps.ts';
import { getCalendarFeed } from './get-calendar-feed.ts';
import { confirmNewsletter, getLeavePage, joinNewsletter, leaveNewsletter } from './newsletter.ts';
import { getLinkedDay, setLinkedNotComing } from './not-coming.ts';
import { declineOffer, getLinkedOffer, moveOffer, takeOffer } from './offers.ts';
import { sendContactMessage } from './send-contact-message.ts';

export const linksOperations = withKeys<'links', LinksDeps>(linksRoutes, {
  sendContactMessage,
  joinNewsletter,
  confirmNewsletter,
  leaveNewsletter,
  getLeavePage,
  getLinkedOffer,
  takeOffer,
  declineOffer,
  moveOffer,
  getLinkedDay,
  setLinkedNotComing,
  getCalendarFeed,
});
