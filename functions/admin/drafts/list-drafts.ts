import * as drafts from '../../data/classes/drafts.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** The drafts of classes (TRM-01). */
export const listDrafts: Operation<'listDrafts', AdminDeps> = async (_, { table }) => ({
  drafts: await drafts.listDrafts(table),
});
