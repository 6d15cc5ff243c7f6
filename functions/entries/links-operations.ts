import { linksRoutes } from '#shared/contract/links-routes';
import { getLinkedDay, setLinkedNotComing } from '../booking/links.ts';
import type { LinksDeps } from '../lib/deps.ts';
import { withKeys } from '../lib/http/with-keys.ts';
import { probe } from '../lib/probe.ts';
import {
  confirmNewsletter,
  getLeavePage,
  joinNewsletter,
  leaveNewsletter,
  sendContactMessage,
} from '../messages/links.ts';
import { getCalendarFeed } from '../sessions/links.ts';
import { declineOffer, getLinkedOffer, moveOffer, takeOffer } from '../waiting/links.ts';

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
  probeLinks: probe('links'),
});
