import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Instant } from '#shared/lib/values';
import { sendLeaseLifetimeSeconds } from '../../limits.ts';
import { type Clock, systemPause } from '../clock.ts';
import { atMost, isNew } from '../dynamo/expressions.ts';
import { entityAttribute, itemParser, type Key, tableSchema, toEpochSeconds } from '../dynamo/items.ts';
import { sendLeaseKey } from '../dynamo/keys-of-people.ts';
import { getItem } from '../dynamo/reads.ts';
import { deleteItem, putItem, updateItem } from '../dynamo/writes.ts';
import { type LogFields, log } from '../log.ts';
import type { Table } from '../table.ts';
import { type MailEnd, noteMailLeft, sentEnd } from './not-sent.ts';
import { EmailError, isTooOld, type LeasedMail, TooOldError, UnknownOutcomeError } from './outcomes.ts';
import { type Mail, type MailDeps, sendEmail } from './send.ts';
import { noteSentMail } from './sent-mails.ts';

/** The right to send one email. */
interface SendLease {
  readonly key: Key;
  readonly holder: string;
}

type AcquireOutcome =
  | { readonly state: 'held'; readonly lease: SendLease }
  | { readonly state: 'sent' }
  /** Another delivery is sending, or ended without storing the outcome. */
  | { readonly state: 'held-by-other' };

export const storedLeaseSchema = z.object({ holder: z.string(), sent: z.boolean() });

/** Refused while an unexpired lease exists. */
export const acquireSendLease = async (
  table: Table,
  { kind, subjectId }: LeasedMail,
  now: Date,
): Promise<AcquireOutcome> => {
  const lease: SendLease = { key: sendLeaseKey(subjectId, kind), holder: randomUUID() };
  const seconds = toEpochSeconds(now);
  const { outcome, item } = await putItem(
    table,
    {
      ...lease.key,
      [entityAttribute]: 'send-lease',
      holder: lease.holder,
      sent: false,
      [tableSchema.timeToLiveAttribute]: seconds + sendLeaseLifetimeSeconds,
    },
    { if: [isNew, { [tableSchema.timeToLiveAttribute]: atMost(seconds) }], returnsStored: true },
  );
  if (outcome === 'done') return { state: 'held', lease };
  const { holder, sent } = itemParser(storedLeaseSchema)(item ?? {});
  if (sent) return { state: 'sent' };
  // A retried put whose answer was lost finds the item that it stored itself.
  return holder === lease.holder ? { state: 'held', lease } : { state: 'held-by-other' };
};

const expectDone = ({ outcome }: { outcome: 'done' | 'refused' }): void => {
  if (outcome === 'refused') throw new Error('Another delivery holds the lease by now');
};

/** No later delivery sends the email again. @throws Error when the lease is not held any more */
const noteLeaseSent = async (table: Table, lease: SendLease, messageId: string): Promise<void> => {
  expectDone(
    await updateItem(table, lease.key, {
      set: { sent: true, message_id: messageId },
      if: { holder: lease.holder },
    }),
  );
};

export const isMailSent = async (table: Table, { kind, subjectId }: LeasedMail): Promise<boolean> => {
  const lease = await getItem(table, {
    key: sendLeaseKey(subjectId, kind),
    fromItem: itemParser(storedLeaseSchema),
  });
  return lease?.sent === true;
};

export const releaseMail = async (table: Table, { kind, subjectId }: LeasedMail): Promise<void> => {
  await deleteItem(table, sendLeaseKey(subjectId, kind));
};

/** For an email that a person knows was not sent. Changes nothing where it was sent. */
export const releaseUnsentMail = async (table: Table, { kind, subjectId }: LeasedMail): Promise<void> => {
  await deleteItem(table, sendLeaseKey(subjectId, kind), { if: { sent: false } });
};

/** An email of unknown outcome is never sent again. */
export const leaveUnknownMail = async (table: Table, { kind, subjectId }: LeasedMail): Promise<void> => {
  await updateItem(table, sendLeaseKey(subjectId, kind), { set: { sent: true }, if: { sent: false } });
};

/** The email certainly was not sent: the next delivery tries again. @throws Error when the lease is not held any more */
const releaseSendLease = async (table: Table, { key, holder }: SendLease): Promise<void> =>
  expectDone(await deleteItem(table, key, { if: { holder } }));

/** Milliseconds that one email waits for SES, requests included. Two emails in series fit in the mailer's timeout. */
export const throttleBudgetMs = 45_000;

const firstPauseMs = 500;
const longestPauseMs = 8_000;

/**
 * Waits with full jitter while SES throttles: failing would use up the stream's retries, and park the record.
 * @returns SES's id
 * @throws EmailError as `sendEmail`; for throttling once the budget is used
 */
export const sendWithBackoff = async (mail: Mail, deps: MailDeps): Promise<string> => {
  const { pause = systemPause } = deps;
  let budgetMs = throttleBudgetMs;
  for (let ceilingMs = firstPauseMs; ; ceilingMs = Math.min(2 * ceilingMs, longestPauseMs)) {
    const startedAt = performance.now();
    try {
      return await sendEmail(mail, deps);
    } catch (error) {
      const waitMs = Math.random() * ceilingMs;
      budgetMs -= waitMs + performance.now() - startedAt;
      if (!(error instanceof EmailError && error.isThrottled) || budgetMs < 0) throw error;
      await pause(waitMs);
    }
  }
};

class SendLeaseTakenError extends UnknownOutcomeError {
  override readonly name = 'SendLeaseTakenError';
}

/** Groups of kinds, whose subjects differ. */
type GroupKind = 'waiting-email' | 'account-email' | 'invitation-email' | 'newsletter-email';

export type OwnKind = 'confirmation' | 'move' | 'ending' | 'receipt' | 'debit-failed';

export interface OnceMail {
  readonly kind: OwnKind | GroupKind;
  readonly subjectId: string;
  /** No email is sent for too old a cause. */
  readonly causedAt: Instant;
  readonly fields: LogFields;
  /** Called once the lease is acquired. */
  readonly compose: () => Mail | Promise<Mail>;
}

export interface SendOnceDeps {
  readonly table: Table;
  readonly mail: MailDeps;
  readonly clock: Clock;
  readonly askedAt?: Instant | undefined;
}

/** The email was sent: an error here must not report it as failed. */
const noteSent = async (
  lease: SendLease,
  { to, id: messageId }: { readonly to: string; readonly id: string },
  { kind, subjectId, fields }: OnceMail,
  { table, clock }: SendOnceDeps,
) => {
  try {
    await noteLeaseSent(table, lease, messageId);
    log.info(`${kind}.sent`, { ...fields, message: messageId });
    const now = clock();
    const mail = { kind: typeof fields.kind === 'string' ? fields.kind : kind, subjectId };
    await noteSentMail(table, { to, id: messageId, mail, now });
    await noteMailLeft(table, now);
  } catch (error) {
    log.error(`${kind}.sent-but-not-noted`, error, { ...fields, message: messageId });
  }
};

/**
 * Sends an email at most once, however often it is called, unless its cause is too old
 * (docs/decisions/0002-confirmation-email.md).
 * @throws EmailError where it was certainly not sent; UnknownOutcomeError where it must not be tried again; TooOldError; what
 * `compose` throws
 */
export const sendOnce = async (message: OnceMail, deps: SendOnceDeps): Promise<MailEnd> => {
  const now = deps.clock();
  if (isTooOld(deps.askedAt ?? message.causedAt, now)) throw new TooOldError('The cause is too old');
  const answer = await acquireSendLease(deps.table, message, now);
  if (answer.state === 'sent') {
    log.info(`${message.kind}.sent-before`, message.fields);
    return sentEnd;
  }
  if (answer.state === 'held-by-other')
    throw new SendLeaseTakenError(message, 'Another delivery holds the lease');
  let sent: { readonly to: string; readonly id: string };
  try {
    const mail = await message.compose();
    sent = { to: mail.to, id: await sendWithBackoff(mail, deps.mail) };
  } catch (error) {
    if (error instanceof EmailError && error.outcome === 'unknown')
      throw new UnknownOutcomeError(message, error.message);
    await releaseSendLease(deps.table, answer.lease);
    throw error;
  }
  await noteSent(answer.lease, sent, message, deps);
  return sentEnd;
};
