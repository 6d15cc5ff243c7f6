import * as z from 'zod/mini';
import { createVenueSchema, venueSchema } from '#shared/classes/class';
import {
  classDraftSchema,
  createClassSchema,
  sameDraftSchema,
  updateClassSchema,
  updateDraftSchema,
  updateVenueSchema,
} from '#shared/classes/class-input';
import { managedClassSchema } from '#shared/classes/managed-class';
import { classIdSchema, slotIdSchema, venueIdSchema } from '#shared/lib/ids';
import { type Route, routeOf } from '../contract/route.ts';

const classParams = z.strictObject({ classId: classIdSchema });

export const classRoutes = {
  listManagedClasses: {
    ...routeOf.admin,
    currentRole: false,
    method: 'GET',
    path: '/api/admin/classes',
    summary: 'All classes, also those being deleted, newest first',
    response: z.object({ classes: z.array(managedClassSchema) }),
    errors: [],
  },
  createClass: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/classes',
    summary: 'Create a class with its time slots',
    body: createClassSchema,
    idempotent: true,
    status: 201,
    response: managedClassSchema,
    errors: [],
  },
  updateClass: {
    ...routeOf.admin,
    method: 'PATCH',
    path: '/api/admin/classes/{classId}',
    summary: 'Change a class and its time slots; a slot that is left out of these is removed',
    params: classParams,
    body: updateClassSchema,
    response: managedClassSchema,
    errors: [
      'classNotFound',
      'datesBooked',
      'capacityBelowBookings',
      'slotHasBookings',
      'slotHasWaitingList',
    ],
  },
  setClassSale: {
    ...routeOf.admin,
    method: 'PUT',
    path: '/api/admin/classes/{classId}/sale',
    summary:
      'Take a class off sale, or put it on sale again; bookings stay as they are. Sent again it answers the same',
    params: classParams,
    body: z.strictObject({ on_sale: z.boolean() }),
    response: managedClassSchema,
    errors: ['classNotFound'],
  },
  getClassImpact: {
    ...routeOf.admin,
    currentRole: false,
    method: 'GET',
    path: '/api/admin/classes/{classId}/impact',
    summary:
      'How many bookings of how many families, and families on waiting lists, a change or the deletion of a class or slot would meet',
    params: classParams,
    query: z.strictObject({ slot: z.optional(slotIdSchema) }),
    response: z.object({ bookings: z.int(), families: z.int(), waiting_families: z.int() }),
    errors: ['classNotFound', 'slotNotFound'],
  },
  deleteClass: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/classes/{classId}',
    summary:
      'Delete a class with its time slots and bookings; sent again, it goes on where it was interrupted',
    params: classParams,
    idempotent: true,
    status: 204,
    response: z.undefined(),
    errors: ['classNotFound'],
  },
} as const satisfies Record<string, Route>;

export type ClassRoutes = typeof classRoutes;

const draftParams = z.strictObject({ classId: classIdSchema });

/** Classes that are not published yet (TRM-01). No other route knows of them. */
export const draftRoutes = {
  listDrafts: {
    ...routeOf.admin,
    currentRole: false,
    method: 'GET',
    path: '/api/admin/drafts',
    summary: 'All drafts of classes, newest first',
    response: z.object({ drafts: z.array(classDraftSchema) }),
    errors: [],
  },
  createDraft: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/drafts',
    summary: 'Save a class as a draft, which only administrators see',
    body: createClassSchema,
    idempotent: true,
    status: 201,
    response: classDraftSchema,
    errors: [],
  },
  updateDraft: {
    ...routeOf.admin,
    method: 'PATCH',
    path: '/api/admin/drafts/{classId}',
    summary: 'Change a draft',
    params: draftParams,
    body: updateDraftSchema,
    response: classDraftSchema,
    errors: ['draftNotFound'],
  },
  deleteDraft: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/drafts/{classId}',
    summary: 'Delete a draft',
    params: draftParams,
    idempotent: true,
    status: 204,
    response: z.undefined(),
    errors: ['draftNotFound'],
  },
  publishDraft: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/drafts/{classId}/publication',
    summary: 'Publish a draft: from then on everybody sees the class. Sent again it answers the same',
    params: draftParams,
    body: sameDraftSchema,
    response: managedClassSchema,
    errors: ['draftNotFound', 'classChanged'],
  },
} as const satisfies Record<string, Route>;

export type DraftRoutes = typeof draftRoutes;

const venueParams = z.strictObject({ venueId: venueIdSchema });

export const venueRoutes = {
  listVenues: {
    ...routeOf.admin,
    currentRole: false,
    method: 'GET',
    path: '/api/admin/venues',
    summary: 'All venues, by name',
    response: z.object({ venues: z.array(venueSchema) }),
    errors: [],
  },
  createVenue: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/venues',
    summary: 'Create a venue',
    body: createVenueSchema,
    idempotent: true,
    status: 201,
    response: venueSchema,
    errors: ['venueNameTaken'],
  },
  updateVenue: {
    ...routeOf.admin,
    method: 'PATCH',
    path: '/api/admin/venues/{venueId}',
    summary: 'Change a venue, with all classes that name it',
    params: venueParams,
    body: updateVenueSchema,
    response: venueSchema,
    errors: ['venueNotFound', 'venueNameTaken'],
  },
  deleteVenue: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/venues/{venueId}',
    summary: 'Delete a venue that no class names',
    params: venueParams,
    idempotent: true,
    status: 204,
    response: z.undefined(),
    errors: ['venueNotFound', 'venueInUse'],
  },
} as const satisfies Record<string, Route>;

export type VenueRoutes = typeof venueRoutes;
