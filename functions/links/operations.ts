import type { ServiceOperations } from '../lib/http/create-handler.ts';
import type { LinksDeps } from './deps.ts';
import { getCalendarFeed } from './get-calendar-feed.ts';
import { confirmNewsletter, getLeavePage, joinNewsletter, leaveNewsletter } from './newsletter.ts';
import { getLinkedDay, setLinkedNotComing } from './not-coming.ts';
import { declineOffer, getLinkedOffer, moveOffer, takeOffer } from './offers.ts';
import { sendContactMessage } from './send-contact-message.ts';

export const linksOperations: ServiceOperations<'links', LinksDeps> = {
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
};
