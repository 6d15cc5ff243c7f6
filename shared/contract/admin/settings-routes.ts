import * as z from 'zod/mini';
import { activityEntrySchema } from '#shared/schemas/activity';
import { dashboardSchema } from '#shared/schemas/dashboard';
import { findSchema, foundSchema } from '#shared/schemas/found';
import { activityIdSchema } from '#shared/schemas/ids';
import { schoolSettingsSchema } from '#shared/schemas/school-settings';
import type { Route } from '../route.ts';

/** Routes for administrators: the school as a whole. */
export const schoolRoutes = {
  getDashboard: {
    method: 'GET',
    path: '/api/admin/dashboard',
    service: 'admin',
    access: 'admin',
    summary: 'The figures of the business and the classes of the coming two weeks',
    status: 200,
    response: dashboardSchema,
    errors: [],
  },
  searchEverything: {
    method: 'POST',
    path: '/api/admin/search',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary:
      'Families by the beginnings of names, email or phone, with the newest bookings of the first ones',
    body: findSchema,
    readOnly: true,
    status: 200,
    response: foundSchema,
    errors: [],
  },
  listActivity: {
    method: 'GET',
    path: '/api/admin/activity',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Who changed what and when, newest first',
    query: z.strictObject({ cursor: z.optional(activityIdSchema) }),
    status: 200,
    response: z.object({
      entries: z.array(activityEntrySchema),
      next_cursor: z.nullable(activityIdSchema),
    }),
    errors: [],
  },
  getSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'The settings of the school: how families pay, when, and discounts',
    status: 200,
    response: schoolSettingsSchema,
    errors: [],
  },
  saveSettings: {
    method: 'PUT',
    path: '/api/admin/settings',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    freshSignIn: 'sometimes',
    summary:
      'Change the settings of the school; refused where they were changed since they were read. Where families pay needs a fresh sign-in',
    body: schoolSettingsSchema,
    status: 200,
    response: schoolSettingsSchema,
    errors: ['settingsChanged', 'freshSignInRequired'],
  },
} as const satisfies Record<string, Route>;
