import * as z from 'zod/mini';
import { classIdSchema, messageIdSchema } from '#shared/lib/ids';
import {
  plannedTermSchema,
  planTermSchema,
  previewRenewalsSchema,
  publishTermSchema,
  renewalPreviewSchema,
  whoStaysSchema,
} from '#shared/terms/term-plan';
import { type Route, routeOf } from '../contract/route.ts';

export const termRoutes = {
  planTerm: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/terms',
    summary: 'Make drafts of a new term from classes. Sent again it makes nothing twice',
    body: planTermSchema,
    response: plannedTermSchema,
    errors: [],
  },
  getRenewalPreview: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/terms/kept-places',
    // A POST, because the ids of many drafts are longer than an address.
    summary: 'For how many children places would be kept in drafts, and who would find no room',
    readOnly: true,
    body: previewRenewalsSchema,
    response: z.object({ classes: z.array(renewalPreviewSchema) }),
    errors: [],
  },
  publishTerm: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/terms/publication',
    summary: 'Publish drafts one after the other, keep places in them, and tell the families',
    body: publishTermSchema,
    idempotent: true,
    status: 202,
    response: z.object({ message_id: messageIdSchema }),
    errors: ['draftNotFound', 'classChanged'],
  },
  getWhoStays: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/classes/{classId}/who-stays',
    summary: 'Which children of a class keep their place in the next term, with whom to call',
    params: z.strictObject({ classId: classIdSchema }),
    response: whoStaysSchema,
    errors: ['classNotFound'],
  },
} as const satisfies Record<string, Route>;

export type TermRoutes = typeof termRoutes;
