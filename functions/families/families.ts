import type { NewChild } from '#shared/families/child-input';
import type { Child } from '#shared/families/family';
import { type ImportId, importIdSchema } from '#shared/families/import';
import { type ImportedCard, importedCardSchema } from '#shared/families/members';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { type Instant, instantOf } from '#shared/lib/values';
import { accountItem, countPeople } from '../accounts/accounts.ts';
import {
  familyAddressPut,
  type Registration,
  registrationFromItem,
  registrationPut,
} from '../accounts/registrations.ts';
import { childWords, contactWords, wordChanges } from '../accounts/search-words.ts';
import {
  familyFromItem,
  familyItem,
  type NewFamily,
  namesOf,
  type StoredContact,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { familyLedgerPut } from '../ledger/ledger.ts';
import { isReferenceTaken, randomReference, referencePut } from '../ledger/references.ts';
import { isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyKey, familyPartition } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { newFamilyId } from '../lib/ids.ts';
import {
  findLimit,
  type Limited,
  type MailRequestInput,
  mailRequestWrites,
} from '../lib/mail/mail-requests.ts';
import type { Table } from '../lib/table.ts';
import { childFromItem, childPut, isChildItem, makeChildren } from './children.ts';

export interface FamilyWithChildren {
  readonly family: StoredFamily;
  readonly children: Child[];
  readonly imported: readonly ImportedCard[];
  /** The import that made the family, while it can be undone. */
  readonly madeBy: ImportId | undefined;
}

export const importedEntity = 'imported';
export const importedCardEntity = 'imported-card';

export interface NewFamilyWithChildren {
  readonly family: NewFamily;
  readonly children: readonly Child[];
}

const contactOfNew = ({ holder, office_contact }: NewFamily): StoredContact => {
  const contact = holder ?? office_contact;
  if (!contact) throw new Error('A new family has a holder or a contact');
  return contact;
};

/** A new family with children, ledger and search words. Refused where it exists, or another one has the reference. */
export const familyPuts = (
  table: Table,
  { family, children }: NewFamilyWithChildren,
  { isListed }: { readonly isListed: boolean } = { isListed: true },
): Write[] => {
  const reference = randomReference();
  return [
    putWrite(table, familyItem(family, children, { isListed }), { if: isNew }),
    ...children.map((child) => childPut(table, child)),
    familyLedgerPut(table, family.id, [], reference),
    referencePut(table, family.id, reference),
    ...(isListed ? [countPeople(table, { families: 1 })] : []),
    ...wordChanges(table, family.id, {
      after: [...contactWords(contactOfNew(family)), ...childWords(namesOf(children))],
    }),
  ];
};

/** One Query: ids sort by age. Consistent, since a family reads again what it has just changed. */
export const getFamily = async (
  table: Table,
  familyId: FamilyId,
): Promise<FamilyWithChildren | undefined> => {
  const items = await queryAll(table, {
    ...inPartition(familyPartition(familyId)),
    ConsistentRead: true,
  });
  const item = items.find(({ SK }) => SK === familyKey(familyId).SK);
  if (!item) return undefined;
  const made = items.find((one) => one[entityAttribute] === importedEntity && one.made === 'family');
  return {
    madeBy: made && importIdSchema.parse(made.import_id),
    family: familyFromItem(item),
    children: items.filter(isChildItem).map(childFromItem),
    imported: items
      .filter((one) => one[entityAttribute] === importedCardEntity)
      .map(itemParser(importedCardSchema)),
  };
};

interface NewPerson extends Pick<StoredContact, 'full_name' | 'email' | 'phone_number' | 'email_verified'> {
  readonly id: UserId;
}

export interface NewAccount extends NewFamilyWithChildren {
  readonly account: { readonly id: UserId; readonly created_at: Instant; readonly family_id: FamilyId };
  readonly email: string;
}

export const newAccount = (person: NewPerson, children: readonly NewChild[], now: Date): NewAccount => {
  const created_at = instantOf(now);
  const family = {
    id: newFamilyId(now),
    created_at,
    holder: { ...person, email_problem: null },
  };
  return {
    account: { id: person.id, created_at, family_id: family.id },
    email: person.email,
    family,
    children: makeChildren(family.id, children, now, person.id),
  };
};

export type RegisterFamilyOutcome =
  | { readonly outcome: 'registered' }
  /** The source or the address reached its limit of requests for email. */
  | Limited
  /** The address is not free. */
  | { readonly outcome: 'taken'; readonly registration: Registration }
  | { readonly outcome: 'busy' };

interface RegistrationAttempt extends Pick<MailRequestInput, 'source' | 'now'> {
  readonly attempt: string;
  readonly browserSecretHash: string | undefined;
}

/** All or nothing (AUT-20). @throws whatever DynamoDB throws; whether the family was stored is unknown then */
export const registerFamily = async (
  table: Table,
  opened: NewAccount,
  registration: RegistrationAttempt,
): Promise<RegisterFamilyOutcome> => {
  const { attempt, source, now, browserSecretHash } = registration;
  const { account, email } = opened;
  const mailRequest: MailRequestInput = { kind: 'verify-email', route: 'signUp', email, source, now };
  const writes = [
    registrationPut(table, { email, userId: account.id, attempt }),
    putWrite(table, accountItem(account, browserSecretHash), { if: isNew }),
    ...familyPuts(table, opened),
    ...mailRequestWrites(table, mailRequest),
  ];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'done') return { outcome: 'registered' };
  if (result.outcome === 'busy') return result;
  const existing = result.refusals[0]?.item;
  if (existing) {
    const present = registrationFromItem(existing);
    const isOwn = present.holder === 'account' && present.userId === account.id;
    // A retried transaction whose first answer was lost finds what it stored itself.
    return isOwn ? { outcome: 'registered' } : { outcome: 'taken', registration: present };
  }
  const limit = findLimit(result.refusals, mailRequest);
  if (limit) return limit;
  if (isReferenceTaken(writes, result.refusals)) return registerFamily(table, opened, registration);
  throw new Error('An account of this id exists already');
};

/** What the office knows of a family without a login (BHF-02). */
export interface PhonedFamily extends Pick<StoredContact, 'full_name' | 'phone_number' | 'email'> {
  readonly children: readonly Pick<NewChild, 'name' | 'date_of_birth'>[];
}

export interface NewPhonedFamily extends NewFamilyWithChildren {
  readonly family: NewFamily & { readonly office_contact: StoredContact };
}

/** Without answers that only the family can give. @param id from a request's key, so that a repetition stores no second one */
export const phonedFamily = (
  { children, ...contact }: PhonedFamily,
  now: Date,
  id: FamilyId = newFamilyId(now),
): NewPhonedFamily => ({
  family: {
    id,
    created_at: instantOf(now),
    office_contact: { ...contact, email_verified: false, email_problem: null },
  },
  children: makeChildren(
    id,
    children.map(({ name, date_of_birth }) => ({ name, date_of_birth, medical_conditions: null })),
    now,
  ),
});

/** A family without a login, with its address if any. */
export const phonedFamilyPuts = (table: Table, phoned: NewPhonedFamily): Write[] => {
  const { id, office_contact } = phoned.family;
  const { email } = office_contact;
  return [...familyPuts(table, phoned), ...(email === '' ? [] : [familyAddressPut(table, email, id)])];
};

/** All or nothing; nobody is mailed. @returns `exists` for a known id, `email-taken`, `refused` for an extra write */
export const addPhonedFamily = async (
  table: Table,
  phoned: NewPhonedFamily,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'added' | 'exists' | 'email-taken' | 'refused' | 'busy' }> => {
  const puts = phonedFamilyPuts(table, phoned);
  const writes = [...puts, ...extraWrites];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'done') return { outcome: 'added' };
  if (result.outcome === 'busy') return result;
  const [ofFamily] = result.refusals;
  if (ofFamily) return { outcome: 'exists' };
  if (phoned.family.office_contact.email !== '' && result.refusals[puts.length - 1])
    return { outcome: 'email-taken' };
  if (isReferenceTaken(writes, result.refusals)) return addPhonedFamily(table, phoned, extraWrites);
  return { outcome: 'refused' };
};
