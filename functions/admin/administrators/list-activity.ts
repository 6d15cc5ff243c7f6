import { pageSizes } from '#shared/limits';
import * as activities from '../../data/audit/activity.ts';
import { describeActivity } from '../../data/audit/describe-activity.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** Who changed what and when, newest first. */
export const listActivity: Operation<'listActivity', AdminDeps> = async ({ query }, { table, clock }) => {
  const limit = pageSizes.usual;
  const before = query.cursor;
  const found = await activities.listActivity(table, { before, now: clock(), limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    entries: await describeActivity(table, page),
    next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
};
