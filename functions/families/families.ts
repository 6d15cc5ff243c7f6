import { randomUUID } from 'node:crypto';
import type { NewChild } from '#shared/families/child-input';
import { type Child, childSchema, type Family, type Profile } from '#shared/families/family';
import { type ImportedCard, importedCardSchema } from '#shared/families/members';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import {
  countProfiles,
  namesOf,
  profileItem,
  type StoredProfile,
  storedProfileSchema,
} from '../accounts/profiles.ts';
import {
  familyAddressPut,
  type Registration,
  registrationFromItem,
  registrationPut,
} from '../accounts/registrations.ts';
import { childWords, contactWords, wordChanges } from '../accounts/search-words.ts';
import { familyLedgerPut } from '../ledger/ledger.ts';
import { isReferenceTaken, randomReference, referencePut } from '../ledger/references.ts';
import { isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyPartition, profileKey } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import {
  findLimit,
  type Limited,
  type MailRequestInput,
  mailRequestWrites,
} from '../lib/mail/mail-requests.ts';
import type { Table } from '../lib/table.ts';
import { childPut, isChildItem, makeChildren } from './children.ts';

/** A profile with its children, oldest entry first. */
export interface StoredFamily {
  readonly profile: StoredProfile;
  readonly children: Child[];
  /** What files of the school say of the children (IMP-03). */
  readonly imported: readonly ImportedCard[];
}

export const importedCardEntity = 'imported-card';

type NewProfile = Parameters<typeof profileItem>[0];

/**
 * The writes of a new profile with its children, its account and its words; refused where the profile exists, or
 * another family has the reference that was drawn.
 */
export const familyPuts = (
  table: Table,
  { profile, children }: Family & { readonly profile: NewProfile },
  browserSecretHash?: string,
): Write[] => {
  const reference = randomReference();
  return [
    putWrite(
      table,
      {
        ...profileItem(profile, children),
        ...(browserSecretHash && { browser_secret_hash: browserSecretHash }),
      },
      { if: isNew },
    ),
    ...children.map((child) => childPut(table, child)),
    familyLedgerPut(table, profile.id, [], reference),
    referencePut(table, profile.id, reference),
    countProfiles(table, { parents: 1 }),
    ...wordChanges(table, profile.id, {
      after: [...contactWords(profile), ...childWords(namesOf(children))],
    }),
  ];
};

/**
 * A profile with its children, or undefined where there is none, or its account acts for another family. One Query: ids sort
 * by age. Consistent, since a family reads again what it has just changed.
 */
export const getFamily = async (table: Table, userId: UserId): Promise<StoredFamily | undefined> => {
  const items = await queryAll(table, {
    ...inPartition(familyPartition(userId)),
    ConsistentRead: true,
  });
  const item = items.find(({ SK }) => SK === profileKey(userId).SK);
  const profile = item && storedProfileSchema.parse(item);
  if (!profile || profile.member_of) return undefined;
  return {
    profile,
    children: items.filter(isChildItem).map((child) => childSchema.parse(child)),
    imported: items
      .filter((one) => one[entityAttribute] === importedCardEntity)
      .map((card) => importedCardSchema.parse(card)),
  };
};

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

/** What the office knows of a family that has no login (BHF-02). */
export interface PhonedFamily extends Pick<Profile, 'full_name' | 'phone_number' | 'email'> {
  readonly children: readonly Pick<NewChild, 'name' | 'date_of_birth'>[];
}

/**
 * A family without a login, to store. What only the family can answer is not answered.
 * @param id of a request with a key, so that its repetition makes no second family
 */
export const phonedFamily = (
  { children, ...contact }: PhonedFamily,
  now: Date,
  id: UserId = userIdSchema.parse(randomUUID()),
): Family & { readonly profile: NewProfile } => ({
  profile: { id, ...contact, created_at: instantOf(now), email_verified: false, login: 'none' },
  children: makeChildren(
    id,
    children.map((child) => ({ ...child, medical_conditions: null })),
    now,
  ),
});

/** The writes of a family without a login, and of its address if it has one. */
export const phonedFamilyPuts = (table: Table, family: ReturnType<typeof phonedFamily>): Write[] => {
  const { id, email } = family.profile;
  return [...familyPuts(table, family), ...(email === '' ? [] : [familyAddressPut(table, email, id)])];
};

/**
 * Stores a family without a login, its address if it has one, and the extra writes: all or nothing. Nobody is mailed.
 * @returns the outcome `exists` where a family of this id is stored, `email-taken` where the address is another family's or
 * an account's, `refused` where an extra write was
 */
export const addPhonedFamily = async (
  table: Table,
  family: ReturnType<typeof phonedFamily>,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'added' | 'exists' | 'email-taken' | 'refused' | 'busy' }> => {
  const puts = phonedFamilyPuts(table, family);
  const writes = [...puts, ...extraWrites];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'done') return { outcome: 'added' };
  if (result.outcome === 'busy') return result;
  const [ofProfile] = result.refusals;
  if (ofProfile) return { outcome: 'exists' };
  if (family.profile.email !== '' && result.refusals[puts.length - 1]) return { outcome: 'email-taken' };
  if (isReferenceTaken(writes, result.refusals)) return addPhonedFamily(table, family, extraWrites);
  return { outcome: 'refused' };
};
