import * as z from 'zod/mini';
import { contactMessageSchema } from '#shared/schemas/contact';
import type { Route } from './route.ts';

/** Low, because each request sends an email or changes a list, and few people make one at a time. */
const lowRate = { perSecond: 5, burst: 20 } as const;

const doneSchema = z.object({ success: z.literal(true) });

/** Public forms, and what the holder of a link may do. No route has a session. */
export const linksRoutes = {
  sendContactMessage: {
    method: 'POST',
    path: '/api/contact',
    service: 'links',
    access: 'public',
    summary: 'Email a visitor’s message to the school',
    rate: lowRate,
    body: contactMessageSchema,
    status: 200,
    response: doneSchema,
    errors: ['tooManyMessages', 'messageNotSent', 'messageUncertain'],
  },
} as const satisfies Record<string, Route>;
