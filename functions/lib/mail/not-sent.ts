import * as z from 'zod/mini';
import { instantOf, instantSchema } from '#shared/lib/values';
import { isStopCause, type NotSentCause, type StopCause, stopCauseSchema } from '#shared/messages/unsent';
import { isUnavailable } from '../aws-requests.ts';
import { ContentionError } from '../contention.ts';
import { isNew } from '../dynamo/expressions.ts';
import { entityAttribute, type ItemRef, itemParser } from '../dynamo/items.ts';
import { mailStopKey } from '../dynamo/keys-of-people.ts';
import { getItem } from '../dynamo/reads.ts';
import { deleteItem, putItem } from '../dynamo/writes.ts';
import {
  type LogFields,
  log,
  mailParked,
  mailStopped,
  requestFailed,
  requestUnavailable,
  runningVersion,
} from '../log.ts';
import type { Table } from '../table.ts';
import { EmailError, TooLateError, UnknownOutcomeError } from './outcomes.ts';

/** Since when no email has left, and why. */
export const mailStopSchema = z.object({ since: instantSchema, cause: stopCauseSchema });
export type MailStop = z.infer<typeof mailStopSchema>;

const mailStopRef: ItemRef<MailStop> = { key: mailStopKey, fromItem: itemParser(mailStopSchema) };

export const getMailStop = (table: Table): Promise<MailStop | undefined> => getItem(table, mailStopRef);

const noteStop = async (table: Table, cause: StopCause, now: Date): Promise<void> => {
  const stop: MailStop = { since: instantOf(now), cause };
  await putItem(table, { ...mailStopKey, [entityAttribute]: 'mail-stop', ...stop }, { if: isNew });
};

/** SES took an email. One read, and a write where none had left for a while. */
export const noteMailLeft = async (table: Table, at: Date): Promise<void> => {
  const stop = await getMailStop(table);
  if (stop && stop.since <= instantOf(at))
    await deleteItem(table, mailStopKey, { if: { since: stop.since } });
};

const proof = Symbol('an email that was not sent was counted');

/** Proves that an unsent email was counted: only `noteNotSent` makes it, and storing the state needs it. */
export interface Counted {
  readonly [proof]: true;
  readonly cause: NotSentCause;
  /** The email is tried again without a person. */
  readonly waits: boolean;
}

interface NotSent {
  /** For the log; its texts contain no address. */
  readonly error: unknown;
  readonly cause: NotSentCause;
  readonly waits: boolean;
  readonly now: Date;
  /** Ids alone, for the log. */
  readonly fields: LogFields;
}

/**
 * The one place for it (OPS-01): logs for the alarms, stores since when no email leaves, and calls `store` for "To Do".
 * @throws what the table throws
 */
export const noteNotSent = async <Result>(
  table: Table,
  { error, cause, waits, now, fields }: NotSent,
  store: (counted: Counted) => Promise<Result>,
): Promise<Result> => {
  if (isStopCause(cause)) {
    log.error(mailStopped, error, { ...fields, cause });
    await noteStop(table, cause, now);
  }
  // A fault of our own is tried again for hours: the alarms of failed requests, and of a new version, ring for it at once.
  if (cause === 'failed' && !(error instanceof ContentionError))
    log.error(isUnavailable(error) ? requestUnavailable : requestFailed, error, {
      ...fields,
      ...runningVersion,
    });
  if (!waits) log.error(mailParked, error, { ...fields, cause });
  return store({ [proof]: true, cause, waits });
};

/** By what the sending threw. */
export const causeOf = (error: unknown): NotSentCause => {
  if (error instanceof EmailError) return error.failure;
  if (error instanceof UnknownOutcomeError) return 'unknown';
  return error instanceof TooLateError ? 'too-late' : 'failed';
};

const ended = Symbol('how an email ended');

/** The email was sent, or none is needed. A handler that ends otherwise throws, so that the email is counted as not sent. */
export interface MailEnd {
  readonly [ended]: 'sent' | 'not-needed';
}

export const sentEnd: MailEnd = { [ended]: 'sent' };
export const noMailEnd: MailEnd = { [ended]: 'not-needed' };

/** The recipient or subject is gone, was told, or takes no email. Being too late is no such reason. */
type NotNeededReason =
  | 'account-gone'
  | 'no-email'
  | 'not-confirmed'
  | 'email-problem'
  | 'booking-gone'
  | 'class-gone'
  | 'offer-ended'
  | 'taken-back'
  | 'withdrawn'
  | 'no-account'
  | 'verified-before'
  | 'sent-recently';

export const notNeeded = (
  event: `${string}.${'not-needed' | 'not-told'}`,
  reason: NotNeededReason,
  fields: LogFields,
): MailEnd => {
  log.info(event, { ...fields, reason });
  return noMailEnd;
};
