import * as z from 'zod/mini';
import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import { settingChangeSchema } from '#shared/schemas/activity';
import { instantSchema } from '#shared/schemas/values';
import { mailRequestLifetimeSeconds, mailRequestsPerDay, mailRequestsPerPeriod } from '../../limits.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { mailRequestKey } from '../dynamo/keys/mail.ts';
import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import { newMailRequestId } from '../ids.ts';
import type { Table } from '../table.ts';
import { type UseLimit, useWrite } from '../uses/count-uses.ts';
import { type Source, sourceLimits } from '../uses/source-limits.ts';
import { mailboxOf } from './mailbox-of.ts';

/** The value of the entity attribute on a mail request; the mailer's stream filter selects it. */
export const mailRequestEntity = 'mail-request';

const mailKindSchema = z.enum([
  'verify-email',
  'reset-password',
  'account-exists',
  'second-factor-on',
  'second-factor-on-of-other',
  'second-factor-recovered',
  'second-factor-reset',
  'second-factor-reset-by-you',
  'join-newsletter',
  'coach-invitation',
  'payment-settings-changed',
]);
export type MailKind = z.infer<typeof mailKindSchema>;

/**
 * A request for an email to an address. The mailer, not the request's handler, looks up whether the address has an
 * account: neither the content nor the time of the answer can depend on it.
 */
const mailRequestSchema = z.object({
  id: z.string(),
  kind: mailKindSchema,
  email: z.string(),
  created_at: instantSchema,
  /** What the email says was changed. */
  changes: z.optional(z.readonly(z.array(settingChangeSchema))),
});
export type MailRequest = z.infer<typeof mailRequestSchema>;

export const mailRequestFromItem = (item: Item): MailRequest => mailRequestSchema.parse(item);

export const isOutdated = ({ created_at }: MailRequest, now: Date): boolean =>
  now.getTime() - Date.parse(created_at) > mailRequestLifetimeSeconds * 1000;

export interface MailRequestInput {
  readonly kind: MailKind;
  /** The route that was called. Requests are counted by it, because the kind of email tells whether there is an account. */
  readonly route: keyof typeof mailRequestsPerPeriod.mailbox;
  readonly email: string;
  readonly source: Source;
  readonly now: Date;
}

/** The limits of a request. They do not depend on whether the address has an account. */
const limitsOf = ({ route, email, source }: MailRequestInput): readonly UseLimit[] => {
  const { mailbox: perMailbox, source: perSource } = mailRequestsPerPeriod;
  const { source: perDay, periodSeconds: daySeconds } = mailRequestsPerDay;
  const period = { periodSeconds: limits.mailPeriodSeconds };
  return [
    ...sourceLimits(source, {
      ...period,
      kind: 'email',
      purpose: `${route} ${mailboxOf(email)}`,
      most: perMailbox[route],
    }),
    ...sourceLimits(source, { ...period, kind: 'source', most: perSource }),
    ...sourceLimits(source, { kind: 'source-day', most: perDay, periodSeconds: daySeconds }),
  ];
};

/** The write of a mail request that no stranger can cause. */
export const mailRequestPut = (
  table: Table,
  {
    kind,
    email,
    now,
    changes,
  }: Pick<MailRequestInput, 'kind' | 'email' | 'now'> & Pick<MailRequest, 'changes'>,
): Write => {
  const id = newMailRequestId(now);
  const request: MailRequest = { id, kind, email, created_at: instantOf(now), ...(changes && { changes }) };
  return {
    Put: {
      TableName: table.name,
      Item: {
        ...mailRequestKey(id),
        [entityAttribute]: mailRequestEntity,
        ...request,
        [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + mailRequestLifetimeSeconds,
      },
    },
  };
};

/** The writes of a mail request: first the request, last its counters. */
export const mailRequestWrites = (table: Table, input: MailRequestInput): Write[] => [
  mailRequestPut(table, input),
  ...limitsOf(input).map((limit) => useWrite(table, limit, input.now)),
];

/** A limit was reached. A request is counted again when the longest of the periods that are used up has ended. */
export interface Limited {
  readonly outcome: 'limited';
  readonly periodSeconds: number;
}

/** The limit that refused a transaction which ends with the writes of a mail request; undefined for another refusal. */
export const findLimit = (
  refusals: readonly (Refusal | undefined)[],
  input: MailRequestInput,
): Limited | undefined => {
  const limitsUsed = limitsOf(input);
  const ofCounters = refusals.slice(-limitsUsed.length);
  const refusing = limitsUsed.filter((_, index) => ofCounters[index] !== undefined);
  if (refusing.length === 0) return undefined;
  return {
    outcome: 'limited',
    periodSeconds: Math.max(...refusing.map(({ periodSeconds }) => periodSeconds)),
  };
};

export type MailRequestOutcome = { readonly outcome: 'requested' | 'busy' } | Limited;

/** Stores a request for an email: one transaction, the same for any address. */
export const requestMail = async (table: Table, input: MailRequestInput): Promise<MailRequestOutcome> => {
  const result = await sendTransaction(table, mailRequestWrites(table, input));
  if (result.outcome === 'done') return { outcome: 'requested' };
  const limit = result.outcome === 'refused' && findLimit(result.refusals, input);
  return limit || { outcome: 'busy' };
};

/** Deletes a request that was answered: it holds an address. */
export const deleteMailRequest = async (table: Table, { id }: MailRequest): Promise<void> => {
  await deleteItem(table, { TableName: table.name, Key: mailRequestKey(id) });
};
