import type * as z from 'zod/mini';
import { linksRoutes } from '#shared/contract/links-routes';
import type { contactMessageSchema } from '#shared/messages/links-routes';
import { callRoute } from './api-client.ts';

// Public forms load this when they are sent, so that no first visit loads its schemas.

/** Sends a visitor's message to the school. */
export const sendContactMessage = (body: z.input<typeof contactMessageSchema>) =>
  callRoute(linksRoutes.sendContactMessage, { body });

/** Requests the email that confirms an address for the newsletter. */
export const joinNewsletter = (email: string) => callRoute(linksRoutes.joinNewsletter, { body: { email } });

/** Puts the address of a link on the newsletter's list. */
export const confirmNewsletter = (token: string) =>
  callRoute(linksRoutes.confirmNewsletter, { body: { token } });

/** Takes a reader off the newsletter's list. */
export const leaveNewsletter = (reader: string, secret: string) =>
  callRoute(linksRoutes.leaveNewsletter, { query: { reader, secret } });
