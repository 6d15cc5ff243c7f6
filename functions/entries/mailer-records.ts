import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { parseTolerantly } from '#shared/lib/tolerant';
import { readJoinedItem } from '../accounts/joined-families.ts';
import { answerAccountRequest, answerInvitationRequest } from '../accounts/mailer.ts';
import { bookingEntity, bookingFromItem } from '../booking/bookings.ts';
import { endedBookingEntity, endedBookingFromItem } from '../booking/ended-bookings.ts';
import { tellBooking, tellEnded } from '../booking/mailer.ts';
import { failedDebitEntity, failedDebitFromItem, settledPaymentEntity } from '../cards/card-mails.ts';
import { sendFailedDebit } from '../cards/mailer.ts';
import { ledgerEntryEntity, receiptedPaymentFromItem } from '../ledger/entries.ts';
import { sendReceipt } from '../ledger/mailer.ts';
import type { MailerDeps } from '../lib/deps.ts';
import { batchSplit, log } from '../lib/log.ts';
import {
  asideAgainEntity,
  asideIdFromAgain,
  dropAside,
  getAsideMail,
  setAside,
} from '../lib/mail/aside-mails.ts';
import { type MailRequest, mailRequestEntity, mailRequestSchema } from '../lib/mail/mail-requests.ts';
import { type MailEnd, noMailEnd } from '../lib/mail/not-sent.ts';
import { TooLateError, TooOldError } from '../lib/mail/outcomes.ts';
import { readNewItem, type StreamedItem } from '../lib/stream.ts';
import { asideMails } from '../limits.ts';
import { answerNewsletterRequest } from '../messages/mailer.ts';
import { applicationEntity, storedApplicationSchema } from '../waiting/applications.ts';
import { mailJoined, mailOffer, mailWaiting } from '../waiting/mailer.ts';
import { offerEntity, offerFromItem } from '../waiting/offers.ts';
import { waitingMailEntity, waitingMailSchema } from '../waiting/waiting-mails.ts';

/** Answers a request for an email. @throws what sending and the table throw; a later call completes what is left */
const answerMailRequest = (request: MailRequest, deps: MailerDeps): Promise<MailEnd> => {
  const { kind } = request;
  if (kind === 'join-newsletter') return answerNewsletterRequest(request, deps);
  if (kind === 'coach-invitation' || kind === 'admin-invitation' || kind === 'adult-invitation')
    return answerInvitationRequest(request, deps);
  return answerAccountRequest({ ...request, kind }, deps);
};

interface StreamHandler {
  /** What the log calls it. */
  readonly name: string;
  readonly handle: (item: StreamedItem['item'], deps: MailerDeps) => Promise<MailEnd>;
}

const receiptHandler: StreamHandler = {
  name: 'receipt',
  handle: async (item, deps) => {
    const receipted = receiptedPaymentFromItem(item);
    return receipted ? sendReceipt(receipted, deps) : noMailEnd;
  },
};

const streamHandlers = new Map<unknown, StreamHandler>([
  [bookingEntity, { name: 'confirmation', handle: (item, deps) => tellBooking(bookingFromItem(item), deps) }],
  [ledgerEntryEntity, receiptHandler],
  [settledPaymentEntity, receiptHandler],
  [
    failedDebitEntity,
    { name: 'debit-failed', handle: (item, deps) => sendFailedDebit(failedDebitFromItem(item), deps) },
  ],
  [
    endedBookingEntity,
    { name: 'ending-email', handle: (item, deps) => tellEnded(endedBookingFromItem(item), deps) },
  ],
  [
    mailRequestEntity,
    {
      name: 'account-email',
      handle: (item, deps) => answerMailRequest(parseTolerantly(mailRequestSchema, item), deps),
    },
  ],
  [
    applicationEntity,
    {
      name: 'waiting-email',
      handle: (item, deps) => mailJoined(parseTolerantly(storedApplicationSchema, item), deps),
    },
  ],
  [offerEntity, { name: 'waiting-email', handle: (item, deps) => mailOffer(offerFromItem(item), deps) }],
  [
    waitingMailEntity,
    {
      name: 'waiting-email',
      handle: (item, deps) => mailWaiting(parseTolerantly(waitingMailSchema, item), deps),
    },
  ],
]);

const sequenceNumberOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

/** Whether the stream tries a failed record again, which holds those behind it. */
const isYoung = ({ dynamodb }: DynamoDBRecord, now: Date): boolean => {
  const created = dynamodb?.ApproximateCreationDateTime;
  return created === undefined || now.getTime() / 1_000 - created < asideMails.youngSeconds;
};

/** Tries an item again that was set aside. One that fails stays aside. @throws what the table throws */
const tryAgain = async (again: StreamedItem['item'], deps: MailerDeps): Promise<MailEnd> => {
  const aside = await getAsideMail(deps.table, asideIdFromAgain(again));
  if (!aside) return noMailEnd;
  const { id, item, entity, asked_at: askedAt } = aside;
  const handler = streamHandlers.get(entity);
  try {
    await handler?.handle(await readJoinedItem(deps.table, item), { ...deps, askedAt });
  } catch (error) {
    log.error(`${handler?.name}.failed`, error, { item: String(item.id), aside: id });
    await setAside(deps.table, { item, error, now: deps.clock() });
    return noMailEnd;
  }
  await dropAside(deps.table, id);
  return noMailEnd;
};

/** Handles one record; false where the stream is to deliver it again. */
const handleRecord = async (record: DynamoDBRecord, deps: MailerDeps): Promise<boolean> => {
  const { entity, item } = readNewItem(record) ?? {};
  const handler =
    entity === asideAgainEntity ? { name: 'aside-mail', handle: tryAgain } : streamHandlers.get(entity);
  if (!item || !handler) return true;
  try {
    await handler.handle(await readJoinedItem(deps.table, item), deps);
    return true;
  } catch (error) {
    const fields = { item: String(item.id), sequenceNumber: sequenceNumberOf(record) };
    if (error instanceof TooOldError) {
      log.info(`${handler.name}.not-needed`, { ...fields, reason: 'too-old' });
      return true;
    }
    log.error(`${handler.name}.failed`, error, fields);
    const isForStream = !(error instanceof TooLateError) && isYoung(record, deps.clock());
    if (entity === asideAgainEntity || isForStream) return false;
    try {
      await setAside(deps.table, { item, error, now: deps.clock() });
      return true;
    } catch (tableError) {
      log.error('aside-mail.failed', tableError, fields);
      return false;
    }
  }
};

/** Fails the whole batch, so that Lambda delivers its halves one after the other. */
export class SplitBatchError extends Error {
  override readonly name = 'SplitBatchError';
}

/**
 * Sends the emails that the new items of a batch of stream records cause. All records are handled at once, so that a
 * slow one does not delay the others.
 * @returns the records to deliver again. Lambda delivers again from the first of them on, with the records behind it
 *   that succeeded: their send leases keep their emails from being sent twice.
 * @throws SplitBatchError where the first record failed and a later one did not: after the last retry Lambda parks the
 *   batch from the first failed record on, so the halves separate the failed record from those that are done
 */
export const handleRecords = async (
  records: readonly DynamoDBRecord[],
  deps: MailerDeps,
): Promise<DynamoDBBatchResponse> => {
  const handled = await Promise.all(records.map((record) => handleRecord(record, deps)));
  if (handled[0] === false && handled.includes(true)) {
    log.info(batchSplit, { records: records.length });
    throw new SplitBatchError('The first record failed, others are done');
  }
  return {
    batchItemFailures: records
      .filter((_, index) => !handled[index])
      .map((record) => ({ itemIdentifier: sequenceNumberOf(record) })),
  };
};
