import { pageSizes } from '#shared/limits';
import { describeMessages } from '../../data/messages/describe-messages.ts';
import * as messages from '../../data/messages/messages.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** The log of messages, newest first (MSG-06). */
export const listMessages: Operation<'listMessages', AdminDeps> = async ({ query }, { table }) => {
  const limit = pageSizes.usual;
  const found = await messages.listMessages(table, { before: query.cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    messages: await describeMessages(table, page),
    next_cursor: last && found.length > limit ? messages.messagePosition(last) : null,
  };
};
