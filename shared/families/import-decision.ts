import { childNameKey, foldText, textKey } from '#shared/lib/fold-text';
import { formatDate } from '#shared/lib/format';
import { phoneKey } from '#shared/lib/phone-number';
import { limits } from '#shared/limits';
import type { ChildId, FamilyId } from '../lib/ids.ts';
import type { Child, Profile } from './family.ts';
import type { FamilyDecision, ImportedChild, ImportedFamily } from './import.ts';

/** A stored family as an import compares with it. */
export interface StoredForImport {
  readonly family: Pick<Profile, 'full_name' | 'phone_number' | 'email'> & { readonly id: FamilyId };
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
  if (few.every((word) => many.includes(word))) return true;
  // Short names of twins differ by two letters: Ben and Bo.
  const areAlike = (word: string, otherWord: string) => {
    const most = Math.min(word.length, otherWord.length) > 5 ? 2 : 1;
    return distance(word, otherWord, most) <= most;
  };
  return few.length === many.length && few.every((word, index) => areAlike(word, many[index] ?? ''));
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

const openingText = 'Opening balance';

/** What an import says of a child that is new for its family. */
const newChildText = (name: string): string => `New child: ${name}`;

/** What an import brought with a family that is stored: of a known one only what was new. */
export const broughtBy = (
  { adult, second, children, balance, office_note }: ImportedFamily,
  { state, changes }: Pick<FamilyDecision, 'state' | 'changes'>,
) => {
  const isNew = state === 'new';
  const own = children.filter(({ name }) => isNew || changes.includes(newChildText(name)));
  return {
    adults: [...(isNew ? [adult] : []), ...(second && own.length > 0 ? [second] : [])],
    children: own,
    balance: isNew || changes.includes(openingText) ? balance : null,
    office: state === 'same' || office_note === undefined ? [] : [office_note],
  };
};

/**
 * Whether a file says more of children that are stored already than an import takes from it: notes, contacts and a second parent
 * come with a new child alone. Their family has answered what is stored, or can.
 */
export const leavesSomethingOut = (
  { children, second, office_note }: Pick<ImportedFamily, 'children' | 'second' | 'office_note'>,
  { state, changes }: Pick<FamilyDecision, 'state' | 'changes'>,
): boolean =>
  (state === 'same' && office_note !== undefined) ||
  ((state === 'same' || state === 'changes') &&
    children.some(
      ({ name, medical_conditions, contact }) =>
        (medical_conditions || contact || second) && !changes.includes(newChildText(name)),
    ));

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
  const parent_id = stored.family.id;
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
  const { full_name, phone_number } = stored.family;
  const adult = [family.adult, family.second].find((one) => one && one.email === stored.family.email);
  const phone = (adult ?? family.adult).phone_number;
  const isOtherPhone = phone !== '' && phoneKey(phone) !== phoneKey(phone_number);
  const isOpening = family.balance !== null && !stored.hasOpening;
  const changes = [
    ...(isOtherPhone && adult
      ? [phone_number === '' ? `Phone ${phone}` : `Phone ${phone}, not ${phone_number}`]
      : []),
    ...added.map(({ name }) => newChildText(name)),
    ...(isOpening ? [openingText] : []),
  ];
  return {
    decision: decided(changes.length > 0 ? 'changes' : 'same', { changes, parent_id }),
    contact: isOtherPhone && adult ? { full_name, phone_number: phone } : null,
    added,
    balance: isOpening ? family.balance : null,
  };
};
