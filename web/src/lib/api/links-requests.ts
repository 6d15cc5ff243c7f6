import type * as z from 'zod/mini';
import { linksRoutes } from '#shared/contract/links-routes';
import type { contactMessageSchema } from '#shared/messages/links-routes';
import { callRoute } from './api-client.ts';

// Public forms load this file when they are sent, so that a first visit loads no schemas.

export const sendContactMessage = (body: z.input<typeof contactMessageSchema>) =>
  callRoute(linksRoutes.sendContactMessage, { body });

export const joinNewsletter = (email: string) => callRoute(linksRoutes.joinNewsletter, { body: { email } });

export const confirmNewsletter = (token: string) =>
  callRoute(linksRoutes.confirmNewsletter, { body: { token } });

export const leaveNewsletter = (reader: string, secret: string) =>
  callRoute(linksRoutes.leaveNewsletter, { query: { reader, secret } });
