import * as z from 'zod/mini';
import { type Route, routeOf } from '../contract/route.ts';
import {
  importedFamiliesSchema,
  importFamiliesSchema,
  importIdSchema,
  importLimits,
  importsSchema,
  undoImportSchema,
  undoneImportSchema,
} from './import.ts';

export const importRoutes = {
  lookUpFamilies: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/families/imports/search',
    summary: 'What an import would do with families of a file',
    body: importFamiliesSchema,
    bodyBytes: importLimits.bodyBytes,
    readOnly: true,
    response: importedFamiliesSchema,
    errors: [],
  },
  importFamilies: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/families/imports',
    summary: 'Import families of a file; sent again, it goes on where it was interrupted. Nobody is mailed',
    body: importFamiliesSchema,
    bodyBytes: importLimits.bodyBytes,
    response: importedFamiliesSchema,
    errors: [],
  },
  listImports: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/families/imports',
    summary: 'The imports of families that can be undone',
    response: importsSchema,
    errors: [],
  },
  inviteImported: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/families/imports/{importId}/invitations',
    summary:
      'Invite the families of an import that have an email and no login; sent again, it invites nobody twice',
    params: z.strictObject({ importId: importIdSchema }),
    /** `unproved`: with an email, but nothing to ask its reader (FID-09). */
    response: z.object({ invited: z.int(), unproved: z.int() }),
    errors: ['importNotFound'],
  },
  undoImport: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/families/imports/{importId}/undo',
    summary: 'Take a part of an import back, but for what was built on it',
    params: z.strictObject({ importId: importIdSchema }),
    body: undoImportSchema,
    response: undoneImportSchema,
    errors: ['importNotFound'],
  },
} as const satisfies Record<string, Route>;

export type ImportRoutes = typeof importRoutes;
