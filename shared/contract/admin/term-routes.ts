import { plannedTermSchema, planTermSchema } from '#shared/schemas/term-plan';
import type { Route } from '../route.ts';

/** Routes for administrators: the next term. */
export const termRoutes = {
  planTerm: {
    method: 'POST',
    path: '/api/admin/terms',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Make drafts of a new term from classes. Sent again it makes nothing twice',
    body: planTermSchema,
    status: 200,
    response: plannedTermSchema,
    errors: [],
  },
} as const satisfies Record<string, Route>;
