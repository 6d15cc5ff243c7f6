import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import { sentMailsKey } from '../dynamo/keys/mail.ts';
import { entityAttribute, tableSchema } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { periodOf } from '../uses/period.ts';
import type { MailKind, MailRequest } from './mail-requests.ts';

/** Whose emails, and in which period. */
interface SentMailsQuery {
  /** The account, or an address without one. */
  readonly recipient: string;
  readonly kind: MailKind;
  readonly now: Date;
}

const sentMailsSchema = z.object({ requests: z.set(z.string()) });

const mailPeriodOf = (now: Date) => periodOf(now, limits.mailPeriodSeconds);

const keyOf = ({ recipient, kind, now }: SentMailsQuery) =>
  sentMailsKey(recipient, kind, mailPeriodOf(now).start);

/** When the emails of a kind were requested that a recipient was sent in the present period; oldest first. */
export const listSentMails = async (table: Table, query: SentMailsQuery): Promise<readonly Instant[]> => {
  const requests = await getItem(table, {
    key: keyOf(query),
    fromItem: (item) => sentMailsSchema.parse(item).requests,
  });
  return [...(requests ?? [])].map((entry) => instantSchema.parse(entry.split(' ')[0])).toSorted();
};

/** Notes that the email of a request was sent. Idempotent. */
export const noteSentMail = async (
  table: Table,
  query: SentMailsQuery,
  { id, created_at }: MailRequest,
): Promise<void> => {
  await updateItem(table, {
    TableName: table.name,
    Key: keyOf(query),
    UpdateExpression: 'ADD requests :request SET #entity = :entity, #expiry = :end',
    ExpressionAttributeNames: { '#entity': entityAttribute, '#expiry': tableSchema.timeToLiveAttribute },
    ExpressionAttributeValues: {
      ':request': new Set([`${created_at} ${id}`]),
      ':entity': 'sent-mails',
      ':end': mailPeriodOf(query.now).expiresAt,
    },
  });
};
