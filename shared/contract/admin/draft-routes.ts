import * as z from 'zod/mini';
import { classDraftSchema, sameDraftSchema, updateDraftSchema } from '#shared/schemas/class-draft';
import { createClassSchema, managedClassSchema } from '#shared/schemas/class-input';
import { classIdSchema } from '#shared/schemas/ids';
import type { Route } from '../route.ts';

const draftParams = z.strictObject({ classId: classIdSchema });

/** Routes for administrators: classes that are not published yet (TRM-01). No other route knows of them. */
export const draftRoutes = {
  listDrafts: {
    method: 'GET',
    path: '/api/admin/drafts',
    service: 'admin',
    access: 'admin',
    summary: 'All drafts of classes, newest first',
    status: 200,
    response: z.object({ drafts: z.array(classDraftSchema) }),
    errors: [],
  },
  createDraft: {
    method: 'POST',
    path: '/api/admin/drafts',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Save a class as a draft, which only administrators see',
    body: createClassSchema,
    idempotent: true,
    status: 201,
    response: classDraftSchema,
    errors: [],
  },
  updateDraft: {
    method: 'PUT',
    path: '/api/admin/drafts/{classId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Change a draft',
    params: draftParams,
    body: updateDraftSchema,
    status: 200,
    response: classDraftSchema,
    errors: ['draftNotFound', 'classChanged'],
  },
  deleteDraft: {
    method: 'DELETE',
    path: '/api/admin/drafts/{classId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Delete a draft',
    params: draftParams,
    idempotent: true,
    status: 204,
    response: z.undefined(),
    errors: ['draftNotFound'],
  },
  publishDraft: {
    method: 'POST',
    path: '/api/admin/drafts/{classId}/publication',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Publish a draft: from then on everybody sees the class. Sent again it answers the same',
    params: draftParams,
    body: sameDraftSchema,
    status: 200,
    response: managedClassSchema,
    errors: ['draftNotFound', 'classChanged'],
  },
} as const satisfies Record<string, Route>;
