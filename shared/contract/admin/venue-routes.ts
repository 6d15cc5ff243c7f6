import * as z from 'zod/mini';
import { venueIdSchema } from '#shared/schemas/ids';
import { createVenueSchema, updateVenueSchema, venueSchema } from '#shared/schemas/venue';
import type { Route } from '../route.ts';

const venueParams = z.strictObject({ venueId: venueIdSchema });

/** Routes for administrators: the venues of the school. */
export const venueRoutes = {
  listVenues: {
    method: 'GET',
    path: '/api/admin/venues',
    service: 'admin',
    access: 'admin',
    summary: 'All venues, by name',
    status: 200,
    response: z.object({ venues: z.array(venueSchema) }),
    errors: [],
  },
  createVenue: {
    method: 'POST',
    path: '/api/admin/venues',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Create a venue',
    body: createVenueSchema,
    idempotent: true,
    status: 201,
    response: venueSchema,
    errors: ['venueNameTaken'],
  },
  updateVenue: {
    method: 'PUT',
    path: '/api/admin/venues/{venueId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Change a venue, with all classes that name it',
    params: venueParams,
    body: updateVenueSchema,
    status: 200,
    response: venueSchema,
    errors: ['venueNotFound', 'venueChanged', 'venueNameTaken'],
  },
  deleteVenue: {
    method: 'DELETE',
    path: '/api/admin/venues/{venueId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Delete a venue that no class names',
    params: venueParams,
    idempotent: true,
    status: 204,
    response: z.undefined(),
    errors: ['venueNotFound', 'venueInUse'],
  },
} as const satisfies Record<string, Route>;
