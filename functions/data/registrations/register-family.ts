import type { Family } from '#shared/schemas/profile';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { familyPuts } from '../families/families.ts';
import { isReferenceTaken } from '../ledger/references.ts';
import { findLimit, type Limited, type MailRequestInput, mailRequestWrites } from '../mail/mail-requests.ts';
import type { Table } from '../table.ts';
import { type Registration, registrationFromItem, registrationPut } from './registrations.ts';

export type RegisterFamilyOutcome =
  | { readonly outcome: 'registered' }
  /** The source, or the address, has reached its limit of requests for email. */
  | Limited
  /** The address is not free; its present registration. */
  | { readonly outcome: 'taken'; readonly registration: Registration }
  | { readonly outcome: 'busy' };

interface RegistrationAttempt extends Pick<MailRequestInput, 'source' | 'now'> {
  /** The sign-up attempt, whose own hold on the address does not count. */
  readonly attempt: string;
  /** Of the browser that signs up. */
  readonly browserSecretHash: string | undefined;
}

/**
 * Stores a family that signs up, its email address and the request for its verification email: all in one
 * transaction, or nothing (AUT-20).
 * @throws whatever DynamoDB throws; whether the family was stored is unknown then
 */
export const registerFamily = async (
  table: Table,
  family: Family,
  registration: RegistrationAttempt,
): Promise<RegisterFamilyOutcome> => {
  const { attempt, source, now, browserSecretHash } = registration;
  const { email, id: userId } = family.profile;
  const mailRequest: MailRequestInput = { kind: 'verify-email', route: 'signUp', email, source, now };
  const writes = [
    registrationPut(table, { email, userId, attempt }),
    ...familyPuts(table, family, browserSecretHash),
    ...mailRequestWrites(table, mailRequest),
  ];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'done') return { outcome: 'registered' };
  if (result.outcome === 'busy') return result;
  const existing = result.refusals[0]?.item;
  if (existing) {
    const present = registrationFromItem(existing);
    const isOwn = present.holder === 'account' && present.userId === userId;
    // A retried transaction finds what it stored itself when its first answer was lost.
    return isOwn ? { outcome: 'registered' } : { outcome: 'taken', registration: present };
  }
  const limit = findLimit(result.refusals, mailRequest);
  if (limit) return limit;
  if (isReferenceTaken(writes, result.refusals)) return registerFamily(table, family, registration);
  throw new Error('A profile of this id exists already');
};
