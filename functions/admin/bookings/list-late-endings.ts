import { describeLateEndings } from '../../data/views/late-endings.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** The late cancellations whose credit an administrator is to decide (END-07). */
export const listLateEndings: Operation<'listLateEndings', AdminDeps> = async (_request, { table }) => ({
  late_endings: await describeLateEndings(table),
});
