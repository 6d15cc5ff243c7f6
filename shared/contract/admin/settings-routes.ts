import { schoolSettingsSchema } from '#shared/schemas/school-settings';
import type { Route } from '../route.ts';

/** Routes for administrators: the settings of the school. */
export const settingsRoutes = {
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
