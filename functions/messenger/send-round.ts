import { instantOf } from '#shared/domain/time/instant-of';
import type { RecipientId } from '#shared/schemas/ids';
import { allEnded } from '../all-ended.ts';
import {
  holdBack,
  leaseRecipients,
  noteUnknown,
  type Recipient,
  raiseState,
  releaseRecipient,
} from '../data/messages/recipients.ts';
import { EmailError } from '../lib/email/sending/email-error.ts';
import { type Mail, sendEmail } from '../lib/email/sending/send.ts';
import { mailRefusals, recipientsAtOnce } from '../limits.ts';
import { log } from '../log.ts';
import type { MessengerDeps } from './deps.ts';
import { type OpenMessage, readMails } from './open-message.ts';
import type { Pacer } from './pacer.ts';

interface Round {
  readonly open: OpenMessage;
  readonly deps: MessengerDeps;
  readonly pacer: Pacer;
}

const changeOf = ({ open, deps }: Round) => ({ messageId: open.message.id, at: instantOf(deps.clock()) });

/** The email of a recipient; undefined where there is none, which is noted with its reason. */
const mailFor = async (round: Round, id: RecipientId): Promise<Mail | undefined> => {
  const prepared = round.open.mails.get(id) ?? { held: 'no-longer-concerned' };
  if ('compose' in prepared)
    return { ...prepared.compose(), partOf: { message: round.open.message.id, recipient: id } };
  await holdBack(round.deps.table, changeOf(round), id, prepared.held);
  return undefined;
};

/**
 * Notes that SES certainly did not take an email. It is tried again in this run only if SES was too busy, which counts as no
 * refusal: this run goes on at the rate that SES takes.
 */
const noteNotSent = async (round: Round, recipient: Recipient, error: EmailError): Promise<void> => {
  const { open, deps, pacer } = round;
  const { id } = recipient;
  if (error.isThrottled) {
    pacer.slowDown();
    await releaseRecipient(deps.table, changeOf(round), id, recipient);
    open.queue.push(recipient);
    return;
  }
  open.refusals += 1;
  log.error('message.refused', error, { message: open.message.id, recipient: id });
  const refusals = recipient.refusals + 1;
  if (refusals >= mailRefusals) {
    await holdBack(deps.table, changeOf(round), id, 'refused');
    return;
  }
  await releaseRecipient(deps.table, changeOf(round), id, { refusals });
  open.isIncomplete = true;
};

const sendTo = async (round: Round, recipient: Recipient, mail: Mail): Promise<void> => {
  const { open, deps, pacer } = round;
  const { id } = recipient;
  await pacer.turn();
  try {
    await sendEmail(mail, deps.mail);
  } catch (error) {
    if (error instanceof EmailError && error.outcome === 'not-sent')
      await noteNotSent(round, recipient, error);
    else {
      log.error('message.unknown', error, { message: open.message.id, recipient: id });
      await noteUnknown(deps.table, changeOf(round), id);
    }
    return;
  }
  pacer.noteAccepted();
  open.refusals = 0;
  await raiseState(deps.table, changeOf(round), id, 'accepted');
};

/**
 * Sends to the next recipients of a message, at most `recipientsAtOnce`: one round trip leases them all, then each takes
 * one to SES and one that notes the outcome.
 * @throws what the table throws; leased recipients whose outcome is not noted become unknown later
 */
export const sendRound = async (open: OpenMessage, deps: MessengerDeps, pacer: Pacer): Promise<void> => {
  const round: Round = { open, deps, pacer };
  const recipients = open.queue.splice(0, recipientsAtOnce);
  await readMails(
    open,
    recipients.map(({ id }) => id),
  );
  const mails = new Map<RecipientId, Mail>();
  for (const { id } of recipients) {
    const mail = await mailFor(round, id);
    if (mail) mails.set(id, mail);
  }
  const leased = new Set(await leaseRecipients(deps.table, changeOf(round), [...mails.keys()]));
  const sendings = recipients.map(async (recipient) => {
    const mail = mails.get(recipient.id);
    if (mail && leased.has(recipient.id)) await sendTo(round, recipient, mail);
  });
  await allEnded(sendings);
};
