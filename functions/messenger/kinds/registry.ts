import { type MessageContent, type MessageKind, messageKinds } from '#shared/schemas/message';
import type { MessengerDeps } from '../deps.ts';
import { prepareBroadcast } from './broadcast.ts';
import { prepareCardCheck } from './card-check.ts';
import { prepareCardKeep } from './card-keep.ts';
import { prepareClassChanged } from './class-changed.ts';
import { prepareClassDeleted } from './class-deleted.ts';
import { prepareCoachingChanged } from './coaching-changed.ts';
import { prepareNews } from './news.ts';
import { prepareNextTerm, prepareRenewalEnded, prepareRenewalReminder } from './next-term.ts';
import { preparePaymentReminder } from './payment-reminder.ts';
import type { Prepare, PreparedMessage } from './prepared.ts';
import { prepareRemedyChosen } from './remedy-chosen.ts';
import { prepareSessionCancelled } from './session-cancelled.ts';
import { prepareSessionReminder } from './session-reminder.ts';
import { prepareSessionRestored } from './session-restored.ts';
import { prepareTest } from './test-message.ts';
import { prepareTrialFollowUp } from './trial-follow-up.ts';

/** How each kind of message finds its recipients and renders their emails: one file for each. */
const kinds: { readonly [Kind in MessageKind]: Prepare<Kind> } = {
  test: prepareTest,
  broadcast: prepareBroadcast,
  'session-cancelled': prepareSessionCancelled,
  'session-restored': prepareSessionRestored,
  'remedy-chosen': prepareRemedyChosen,
  'class-deleted': prepareClassDeleted,
  'class-changed': prepareClassChanged,
  'coaching-changed': prepareCoachingChanged,
  'next-term': prepareNextTerm,
  'renewal-reminder': prepareRenewalReminder,
  'renewal-ended': prepareRenewalEnded,
  'trial-follow-up': prepareTrialFollowUp,
  reminder: prepareSessionReminder,
  'payment-reminder': preparePaymentReminder,
  'card-check': prepareCardCheck,
  'card-keep': prepareCardKeep,
  news: prepareNews,
};

/** The place of a message in the order: the lowest is sent first. */
export const priorityOf = ({ kind }: Pick<MessageContent, 'kind'>): number => messageKinds.indexOf(kind);

/** Whom a message goes to at the moment, and how its emails are read. */
export const prepareMessage = <Kind extends MessageKind>(
  message: Extract<MessageContent, { kind: Kind }>,
  deps: MessengerDeps,
): Promise<PreparedMessage> => {
  const prepare: Prepare<Kind> = kinds[message.kind];
  return prepare(message, deps);
};
