import * as z from 'zod/mini';
import { invitationIdSchema } from '#shared/accounts/coaches';
import { hourMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { settingChangeSchema } from '#shared/school/activity';
import {
  accountMailSpacingSeconds,
  mailRequestLifetimeSeconds,
  mailRequestsPerDay,
  mailRequestsPerPeriod,
  mailsPerPeriod,
} from '../../limits.ts';
import type { TimedDeps } from '../deps.ts';
import { absent, below, contains, orAbsent, putWrite, size } from '../dynamo/expressions.ts';
import { entityAttribute, sha256, tableSchema, toEpochSeconds } from '../dynamo/items.ts';
import type { Refusal, Write } from '../dynamo/keyed-request.ts';
import { mailCountKey, mailRequestKey } from '../dynamo/keys-of-people.ts';
import { deleteItem, sendTransaction, updateItem } from '../dynamo/writes.ts';
import { busy, tooManyAttempts } from '../http/problem-error.ts';
import { newMailRequestId } from '../ids.ts';
import type { Table } from '../table.ts';
import { periodOf, type Source, sourceLimits, type UseLimit, useWrite } from '../uses.ts';
import { TooLateError } from './outcomes.ts';
import type { SendOnceDeps } from './send-once.ts';

/** Domains that deliver to another domain's mailboxes. */
const domainAliases = new Map([
  ['googlemail.com', 'gmail.com'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
  ['protonmail.com', 'proton.me'],
  ['protonmail.ch', 'proton.me'],
  ['pm.me', 'proton.me'],
  ...['ru', 'com', 'by', 'kz', 'ua', 'com.tr', 'fr', 'az'].map((top) => [`yandex.${top}`, 'ya.ru'] as const),
]);

/** Characters that a domain's mail servers ignore. */
const ignoredCharacters = new Map([
  ['gmail.com', /\./g],
  ['proton.me', /[._-]/g],
]);

/** For limits, never to send to: lower case, no `+tag`, nor what large providers ignore. Dots of other domains stay. */
export const mailboxOf = (email: string): string => {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const given = address.slice(at + 1);
  const domain = domainAliases.get(given) ?? given;
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const plain = name.replace(ignoredCharacters.get(domain) ?? '', '');
  return `${plain || name}@${domain}`;
};

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
  'admin-invitation',
  'adult-invitation',
  'adult-joined',
  'adult-left',
  'adult-gone',
  'made-holder',
  'no-longer-holder',
  'money-mails-changed',
  'family-erased',
  'payment-settings-changed',
]);
export type MailKind = z.infer<typeof mailKindSchema>;

/** The mailer, not the request's handler, looks up the account: neither content nor time of the answer depends on it. */
export const mailRequestSchema = z.object({
  id: z.string(),
  kind: mailKindSchema,
  email: z.string(),
  invitation: z.optional(invitationIdSchema),
  created_at: instantSchema,
  /** The changes that the email names. */
  changes: z.optional(z.readonly(z.array(settingChangeSchema))),
  person: z.optional(z.string()),
});
export type MailRequest = z.infer<typeof mailRequestSchema>;

/** Hours for which a requested email is of use: as long as its link is valid (OPS-02). */
const usefulHours: Partial<Readonly<Record<MailKind, number>>> = {
  ...limits.linkHours,
  'join-newsletter': limits.newsletterLinkHours,
};

/** @throws TooLateError where the email is of no use any more, unless a person asks for it */
export const checkInTime = (
  { kind, created_at }: MailRequest,
  { clock, askedAt }: Pick<SendOnceDeps, 'clock' | 'askedAt'>,
): void => {
  const hours = usefulHours[kind];
  if (hours === undefined || askedAt) return;
  if (clock().getTime() - Date.parse(created_at) > hours * hourMs)
    throw new TooLateError('What the email was asked for has ended');
};

export interface MailRequestInput {
  readonly kind: MailKind;
  /** Requests are counted by route, since the kind of email tells whether there is an account. */
  readonly route: keyof typeof mailRequestsPerPeriod.mailbox;
  readonly email: string;
  readonly source: Source;
  readonly now: Date;
}

/** Independent of whether the address has an account. */
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

/** For mail that no stranger can cause. */
export const mailRequestPut = (
  table: Table,
  {
    kind,
    email,
    now,
    changes,
    invitation,
    person,
  }: Pick<MailRequestInput, 'kind' | 'email' | 'now'> &
    Pick<MailRequest, 'changes' | 'invitation' | 'person'>,
): Write => {
  const id = newMailRequestId(now);
  const request: MailRequest = {
    id,
    kind,
    email,
    created_at: instantOf(now),
    ...(changes && { changes }),
    ...(invitation && { invitation }),
    ...(person && { person }),
  };
  return putWrite(table, {
    ...mailRequestKey(id),
    [entityAttribute]: mailRequestEntity,
    ...request,
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + mailRequestLifetimeSeconds,
  });
};

/** The request first, its counters last. */
export const mailRequestWrites = (table: Table, input: MailRequestInput): Write[] => [
  mailRequestPut(table, input),
  ...limitsOf(input).map((limit) => useWrite(table, limit, input.now)),
];

/** A limit was reached. Counting begins again when the longest used-up period ends. */
export interface Limited {
  readonly outcome: 'limited';
  readonly periodSeconds: number;
}

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

/** For a request that another item answers with an email. @throws ProblemError tooManyAttempts, busy */
export const countRequest = async (table: Table, input: MailRequestInput): Promise<void> => {
  const writes = limitsOf(input).map((limit) => useWrite(table, limit, input.now));
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'done') return;
  const limit = result.outcome === 'refused' && findLimit(result.refusals, input);
  throw limit ? tooManyAttempts(limit) : busy();
};

type MailRequestOutcome = { readonly outcome: 'requested' | 'busy' } | Limited;

/** One transaction, the same for any address. */
const storeMailRequest = async (table: Table, input: MailRequestInput): Promise<MailRequestOutcome> => {
  const result = await sendTransaction(table, mailRequestWrites(table, input));
  if (result.outcome === 'done') return { outcome: 'requested' };
  const limit = result.outcome === 'refused' && findLimit(result.refusals, input);
  return limit || { outcome: 'busy' };
};

export const deleteMailRequest = async (table: Table, { id }: MailRequest): Promise<void> => {
  await deleteItem(table, mailRequestKey(id));
};

interface Account {
  readonly id: UserId;
  readonly email_verified: boolean;
  readonly password_set_at?: Instant | undefined;
}

/** When one more email may be sent beyond the period's number. */
const accountAllowance = (account: Account | undefined, createdAt: Date) => {
  if (!account) return undefined;
  const spaced = instantOf(new Date(createdAt.getTime() - accountMailSpacingSeconds * 1000));
  if (!account.email_verified) return { last: 'newest', test: below(spaced) };
  // A password that was set since has outdated the last email's link.
  const passwordSet = account.password_set_at ?? spaced;
  return {
    last: `newest_${sha256(account.id)}`,
    test: orAbsent(below(passwordSet > spaced ? passwordSet : spaced)),
  };
};

/**
 * Counts an email before it is sent, by one conditional write, so that concurrent requests never pass together. Counted by kind
 * and mailbox in the request's period, whoever asked (AUT-44). Beyond the number, an account gets one email every
 * `accountMailSpacingSeconds`; a verified account has this interval alone, so that other spellings never block its owner, and
 * unconfirmed accounts share it.
 * @returns false at the limit: the email must not be sent. True again for a counted request.
 */
export const countMail = async (
  table: Table,
  { id, kind, email, created_at }: MailRequest,
  account?: Account,
): Promise<boolean> => {
  const createdAt = new Date(created_at);
  const { start, expiresAt } = periodOf(createdAt, limits.mailPeriodSeconds);
  const exception = accountAllowance(account, createdAt);
  const request = `${created_at} ${id}`;
  const { outcome } = await updateItem(table, mailCountKey(mailboxOf(email), kind, start), {
    add: { requests: new Set([request]) },
    set: {
      [entityAttribute]: 'mail-count',
      [tableSchema.timeToLiveAttribute]: expiresAt,
      newest: created_at,
      ...(exception && { [exception.last]: created_at }),
    },
    if: [
      { requests: absent },
      { requests: contains(request) },
      { requests: size(below(mailsPerPeriod[kind])) },
      ...(exception ? [{ [exception.last]: exception.test }] : []),
    ],
  });
  return outcome === 'done';
};

/** Known and unknown addresses get the same answer in the same time. @throws ProblemError tooManyAttempts, busy */
export const requestMail = async (
  input: Omit<MailRequestInput, 'now'>,
  { table, clock }: Pick<TimedDeps, 'table' | 'clock'>,
): Promise<{ success: true }> => {
  const result = await storeMailRequest(table, { ...input, now: clock() });
  if (result.outcome === 'limited') throw tooManyAttempts(result);
  if (result.outcome === 'busy') throw busy();
  return { success: true };
};
