import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { confirmNewsletter } from './confirm-newsletter.ts';
import { declineOffer } from './decline-offer.ts';
import type { LinksDeps } from './deps.ts';
import { getCalendarFeed } from './get-calendar-feed.ts';
import { getLeavePage } from './get-leave-page.ts';
import { getLinkedOffer } from './get-linked-offer.ts';
import { joinNewsletter } from './join-newsletter.ts';
import { leaveNewsletter } from './leave-newsletter.ts';
import { sendContactMessage } from './send-contact-message.ts';
import { takeOffer } from './take-offer.ts';

export const linksOperations: ServiceOperations<'links', LinksDeps> = {
  sendContactMessage,
  joinNewsletter,
  confirmNewsletter,
  leaveNewsletter,
  getLeavePage,
  getLinkedOffer,
  takeOffer,
  declineOffer,
  getCalendarFeed,
};
