import { type MessageContent, type MessageKind, messageKinds } from '#shared/schemas/message';
import type { MessengerDeps } from '../deps.ts';
import { prepareBroadcast } from './broadcast.ts';
import { prepareNews } from './news.ts';
import type { Prepare, PreparedMails } from './prepared.ts';
import { prepareReminder } from './reminder.ts';
import { prepareSessionCancelled } from './session-cancelled.ts';
import { prepareSessionRestored } from './session-restored.ts';
import { prepareTest } from './test.ts';

/** How each kind of message finds its recipients and renders their emails: one file for each. */
const kinds: { readonly [Kind in MessageKind]?: Prepare<Kind> } = {
  test: prepareTest,
  broadcast: prepareBroadcast,
  reminder: prepareReminder,
  news: prepareNews,
  'session-cancelled': prepareSessionCancelled,
  'session-restored': prepareSessionRestored,
};

/** The place of a message in the order: the lowest is sent first. */
export const priorityOf = ({ kind }: Pick<MessageContent, 'kind'>): number => messageKinds.indexOf(kind);

/** Whom a message concerns at the moment, and the emails. @throws Error for a kind that nobody sends */
export const prepareMessage = <Kind extends MessageKind>(
  message: Extract<MessageContent, { kind: Kind }>,
  deps: MessengerDeps,
): Promise<PreparedMails> => {
  const prepare: Prepare<Kind> | undefined = kinds[message.kind];
  if (!prepare) throw new Error(`Nothing sends messages of the kind ${message.kind}`);
  return prepare(message, deps);
};
