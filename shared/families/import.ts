import * as z from 'zod/mini';
import { childNameKey, foldText, textKey } from '#shared/lib/fold-text';
import { formatDate } from '#shared/lib/format';
import { phoneKey } from '#shared/lib/phone-number';
import { limits } from '#shared/limits';
import { emailSchema } from '../lib/email.ts';
import { type ChildId, childIdSchema, userIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, optionalText, singleLineText, typedLine } from '../lib/values.ts';
import { differentNames } from './child-input.ts';
import type { Child, Profile } from './family.ts';
import { fullNameSchema, phoneNumberSchema } from './profile-input.ts';

/** Adults of a family: the one of the account, and a second one. */
export const mostAdults = 2;

const hashSchema = z.string().check(z.regex(/^[\w-]{43}$/, 'Unknown row'));
/** Identifies a row of a file of families: a hash of all that the row says. */
export const importRowIdSchema = hashSchema.brand<'ImportRowId'>();
export type ImportRowId = z.infer<typeof importRowIdSchema>;
/** Identifies a file of families: a hash of its rows. Whoever imports the same file goes on with the same import. */
export const importIdSchema = hashSchema.brand<'ImportId'>();
export type ImportId = z.infer<typeof importIdSchema>;

const optionalPhone = z.union([z.literal(''), phoneNumberSchema]);
const adultSchema = z.strictObject({
  /** Empty where the file has none. */
  full_name: z.union([z.literal(''), fullNameSchema]),
  email: z.nullable(emailSchema),
  phone_number: optionalPhone,
});
export type ImportedAdult = z.infer<typeof adultSchema>;

const childInput = z.strictObject({
  name: singleLineText(limits.personNameLength, 'Please enter the name'),
  date_of_birth: calendarDateSchema,
  /** The note of the file. It reaches no register before the family has confirmed it (IMP-03). */
  medical_conditions: optionalText(limits.medicalConditionsLength),
  contact: z.nullable(
    z.strictObject({
      name: z.union([z.literal(''), fullNameSchema]),
      relation: typedLine().check(z.maxLength(limits.relationLength)),
      phone_number: phoneNumberSchema,
    }),
  ),
  /** What an administrator said of a child whose name is spelled like that of a stored one: which it is, or another child. */
  is: z.nullable(z.union([childIdSchema, z.literal('another')])),
});
export type ImportedChild = z.infer<typeof childInput>;

/** A family as the rows of a file have it (IMP-02). */
export const importedFamilySchema = z.strictObject({
  rows: z.array(importRowIdSchema).check(z.minLength(1), z.maxLength(limits.importRowsAtOnce)),
  /** Whose account it is. */
  adult: adultSchema,
  second: z.nullable(adultSchema),
  children: z.array(childInput).check(z.minLength(1), z.maxLength(limits.childrenPerFamily), differentNames),
  /** What it owes, in cents; below 0 it is in credit. */
  balance: z.nullable(
    z.int().check(z.minimum(-limits.importedBalanceCents), z.maximum(limits.importedBalanceCents)),
  ),
});
export type ImportedFamily = z.infer<typeof importedFamilySchema>;

export const importFamiliesSchema = z.strictObject({
  import_id: importIdSchema,
  families: z.array(importedFamilySchema).check(z.minLength(1), z.maxLength(limits.importRowsAtOnce)),
});

/** A child of a file whose name is spelled almost as that of a stored child with the same birthday. */
const similarChildSchema = z.object({ name: z.string(), child_id: childIdSchema, known_name: z.string() });

/** What an import does with a family, and what of it changes (IMP-01). */
export const familyDecisionSchema = z.object({
  /** `same`: all of it is stored. `asked`: an administrator has to say whether a child is a stored one. */
  state: z.enum(['new', 'same', 'changes', 'refused', 'asked']),
  reason: z.nullable(z.string()),
  changes: z.array(z.string()),
  similar: z.array(similarChildSchema),
  /** The stored family. */
  parent_id: z.nullable(userIdSchema),
});
export type FamilyDecision = z.infer<typeof familyDecisionSchema>;

export const importedFamiliesSchema = z.object({ families: z.array(familyDecisionSchema) });

/** A stored family as an import compares with it. */
export interface StoredForImport {
  readonly profile: Pick<Profile, 'id' | 'full_name' | 'phone_number' | 'email'>;
  readonly children: readonly Pick<Child, 'id' | 'name' | 'date_of_birth'>[];
  /** Whether it has an opening balance already: a family has one at most. */
  readonly hasOpening: boolean;
}

/** What is to be stored of a family. */
export interface ImportPlan {
  readonly decision: FamilyDecision;
  /** The contact after the import; null where it stays. */
  readonly contact: Pick<Profile, 'full_name' | 'phone_number'> | null;
  /** The children that are new. */
  readonly added: readonly ImportedChild[];
  readonly balance: number | null;
}

/** Letters to change, to leave out or to add, so that one text becomes the other; at most `most` + 1. */
const distance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let column = 1; column < row.length; column += 1)
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (other[column - 1] === letter ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] ?? most + 1;
};

/** Whether two names may be one in two spellings: "Zoe Müller", "Zoë Mueller", "Zoe Muller-Fox" without its second half. */
export const isSimilarName = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((name) => textKey(name.replace(/-/g, ' ')));
  if (!first || !second) return false;
  if (first === second || foldText(first) === foldText(second)) return true;
  const [words, others] = [first.split(' '), second.split(' ')];
  const [few, many] = words.length < others.length ? [words, others] : [others, words];
  return few.every((word) => many.includes(word)) || distance(first, second, 2) <= 2;
};

const without = (decision: FamilyDecision): ImportPlan => ({
  decision,
  contact: null,
  added: [],
  balance: null,
});

const decided = (state: FamilyDecision['state'], more: Partial<FamilyDecision> = {}): FamilyDecision => ({
  state,
  reason: null,
  changes: [],
  similar: [],
  parent_id: null,
  ...more,
});

/** That an import does not touch a family. */
export const refusedFamily = (reason: string): ImportPlan => without(decided('refused', { reason }));

/** That all rows of a family were imported before. */
export const sameFamily = (parent_id: FamilyDecision['parent_id']): ImportPlan =>
  without(decided('same', { parent_id }));

const isStoredChild = (child: ImportedChild, stored: Pick<Child, 'id' | 'name'>): boolean =>
  child.is === null || child.is === 'another'
    ? childNameKey(child.name) === childNameKey(stored.name)
    : child.is === stored.id;

/**
 * What an import does with a family (IMP-02): what the file leaves out stays as it is, and nothing is taken away. A name of a
 * family is never compared: an email or a phone number has found it.
 * @param stored the family that has the email, else the phone number; undefined for a new one
 */
export const decideFamily = (family: ImportedFamily, stored: StoredForImport | undefined): ImportPlan => {
  if (!stored)
    return {
      decision: decided('new'),
      contact: null,
      added: family.children,
      balance: family.balance,
    };
  const parent_id = stored.profile.id;
  const left = new Set<ChildId>(stored.children.map(({ id }) => id));
  const added: ImportedChild[] = [];
  const similar: FamilyDecision['similar'] = [];
  for (const child of family.children) {
    const known = stored.children.find((one) => isStoredChild(child, one));
    if (known && known.date_of_birth !== child.date_of_birth && child.is !== known.id)
      return refusedFamily(
        `${known.name} is stored with another date of birth: ${formatDate(known.date_of_birth)}`,
      );
    if (known) left.delete(known.id);
    else added.push(child);
  }
  for (const child of added) {
    const [like] = stored.children.filter(
      (one) =>
        left.has(one.id) &&
        child.is === null &&
        one.date_of_birth === child.date_of_birth &&
        isSimilarName(one.name, child.name),
    );
    if (like) similar.push({ name: child.name, child_id: like.id, known_name: like.name });
  }
  if (similar.length > 0) return without(decided('asked', { similar, parent_id }));
  if (stored.children.length + added.length > limits.childrenPerFamily)
    return refusedFamily(`A family can have at most ${limits.childrenPerFamily} children`);
  const { full_name, phone_number } = stored.profile;
  const adult = [family.adult, family.second].find((one) => one && one.email === stored.profile.email);
  const phone = (adult ?? family.adult).phone_number;
  const isOtherPhone = phone !== '' && phoneKey(phone) !== phoneKey(phone_number);
  const isOpening = family.balance !== null && !stored.hasOpening;
  const changes = [
    ...(isOtherPhone && adult
      ? [phone_number === '' ? `Phone ${phone}` : `Phone ${phone}, not ${phone_number}`]
      : []),
    ...added.map(({ name }) => `New child: ${name}`),
    ...(isOpening ? ['Opening balance'] : []),
  ];
  return {
    decision: decided(changes.length > 0 ? 'changes' : 'same', { changes, parent_id }),
    contact: isOtherPhone && adult ? { full_name, phone_number: phone } : null,
    added,
    balance: isOpening ? family.balance : null,
  };
};
