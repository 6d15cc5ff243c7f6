import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import type { UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { accountMailSpacingSeconds, mailsPerPeriod } from '../../limits.ts';
import { sha256 } from '../dynamo/keys/key.ts';
import { mailCountKey } from '../dynamo/keys/mail.ts';
import { entityAttribute, tableSchema } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { periodOf } from '../uses/period.ts';
import type { MailRequest } from './mail-requests.ts';
import { mailboxOf } from './mailbox-of.ts';

interface Account {
  readonly id: UserId;
  readonly email_verified: boolean;
  readonly password_set_at?: Instant | undefined;
}

/** When one more email may be sent although the number of the period is reached. */
const exceptionFor = (account: Account | undefined, createdAt: Date) => {
  if (!account) return undefined;
  const spaced = instantOf(new Date(createdAt.getTime() - accountMailSpacingSeconds * 1000));
  if (!account.email_verified) return { last: 'newest', condition: '#last < :before', before: spaced };
  // A password that was set since has outdated the link of the last email.
  const passwordSet = account.password_set_at ?? spaced;
  return {
    last: `newest_${sha256(account.id)}`,
    condition: 'attribute_not_exists(#last) OR #last < :before',
    before: passwordSet > spaced ? passwordSet : spaced,
  };
};

/**
 * Counts an email that answers a request, before it is sent: one conditional write, so that requests which are handled
 * at the same time never pass together. Emails of a kind are counted for the mailbox that the address leads to, in the
 * period of the request, whoever asked (AUT-44).
 *
 * Beyond the number of the period an account is sent one email every `accountMailSpacingSeconds`. An account whose address is
 * verified has this interval to itself: requests for other spellings of the address never block its owner. Accounts that
 * nobody has confirmed share it.
 * @returns false where the limit is reached: the email must not be sent. True again for a request that was counted.
 */
export const countMail = async (
  table: Table,
  { id, kind, email, created_at }: MailRequest,
  account?: Account,
): Promise<boolean> => {
  const createdAt = new Date(created_at);
  const { start, expiresAt } = periodOf(createdAt, limits.mailPeriodSeconds);
  const exception = exceptionFor(account, createdAt);
  const request = `${created_at} ${id}`;
  const allowed = [
    'attribute_not_exists(requests)',
    'contains(requests, :request)',
    'size(requests) < :most',
    ...(exception ? [exception.condition] : []),
  ];
  const { outcome } = await updateItem(table, {
    TableName: table.name,
    Key: mailCountKey(mailboxOf(email), kind, start),
    ConditionExpression: allowed.join(' OR '),
    UpdateExpression: `ADD requests :requests SET #entity = :entity, #expiry = :end, newest = :at${
      exception && exception.last !== 'newest' ? ', #last = :at' : ''
    }`,
    ExpressionAttributeNames: {
      '#entity': entityAttribute,
      '#expiry': tableSchema.timeToLiveAttribute,
      ...(exception && { '#last': exception.last }),
    },
    ExpressionAttributeValues: {
      ':request': request,
      ':requests': new Set([request]),
      ':most': mailsPerPeriod[kind],
      ':at': created_at,
      ':entity': 'mail-count',
      ':end': expiresAt,
      ...(exception && { ':before': exception.before }),
    },
  });
  return outcome === 'done';
};
