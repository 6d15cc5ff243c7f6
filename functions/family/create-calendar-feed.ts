import { createFeed } from '../data/feeds/calendar-feeds.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Gives the caller's family the address of its calendar feed, which is shown this once (ICS-02).
 * @throws ProblemError feedExists, profileNotFound, busy
 */
export const createCalendarFeed: Operation<'createCalendarFeed', TimedDeps> = async (
  { caller, body },
  { table },
) => {
  const feed = await createFeed(table, caller.userId, body);
  switch (feed.outcome) {
    case 'created':
      return { path: `/api/calendars/${caller.userId}/${feed.secret}.ics` };
    case 'exists':
      throw problem('feedExists');
    case 'no-profile':
      throw problem('profileNotFound');
    case 'busy':
      throw busy();
  }
};
