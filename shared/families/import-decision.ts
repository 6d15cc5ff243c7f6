import { childNameKey, foldText, textKey } from '#shared/lib/fold-text';
import { formatDate } from '#shared/lib/format';
import { phoneKey } from '#shared/lib/phone-number';
import { limits } from '#shared/limits';
import type { ChildId, FamilyId } from '../lib/ids.ts';
import { formatCents, signedCentsSchema } from '../lib/money.ts';
import type { Child, Profile } from './family.ts';
import type { FamilyCandidate, FamilyDecision, ImportedChild, ImportedFamily } from './import.ts';
import type { ComparedFamily } from './same-family.ts';

export interface StoredForImport {
  readonly family: Pick<Profile, 'full_name' | 'phone_number' | 'email'> & {
    readonly id: FamilyId;
    /** The holder first. */
    readonly members: readonly Pick<Profile, 'full_name' | 'phone_number' | 'email'>[];
  };
  readonly children: readonly Pick<Child, 'id' | 'name' | 'date_of_birth'>[];
  /** A family has one opening balance at most, in cents, below 0 for a credit. */
  readonly opening: number | null;
  readonly hasNote: boolean;
}

export interface ImportPlan {
  readonly decision: FamilyDecision;
  /** What the stored contact lacked. */
  readonly completed: { readonly email?: string; readonly phone_number?: string };
  readonly added: readonly ImportedChild[];
  readonly balance: number | null;
  readonly office_note: string | undefined;
}

export const comparedOfStored = ({
  family: { members, ...contact },
  children,
}: Pick<StoredForImport, 'family' | 'children'>): ComparedFamily => ({
  adults: members.length > 0 ? members : [contact],
  children,
});

/** Levenshtein distance, at most `most` + 1. */
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

/** "Zoe Müller", "Zoë Mueller", or "Zoe Muller-Fox" without its second half. */
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

const withoutChanges = (decision: FamilyDecision): ImportPlan => ({
  decision,
  completed: {},
  added: [],
  balance: null,
  office_note: undefined,
});

const decisionOf = (state: FamilyDecision['state'], more: Partial<FamilyDecision> = {}): FamilyDecision => ({
  state,
  reason: null,
  changes: [],
  completed: [],
  differs: [],
  similar: [],
  candidates: [],
  parent_id: null,
  parent_name: null,
  ...more,
});

/** Returns the plan of a family that an import does not touch. */
export const refusedFamily = (reason: string): ImportPlan =>
  withoutChanges(decisionOf('refused', { reason }));

export const askedFamily = (candidates: readonly FamilyCandidate[]): ImportPlan =>
  withoutChanges(decisionOf('asked', { candidates: [...candidates] }));

export const sameFamily = (parent_id: FamilyDecision['parent_id']): ImportPlan =>
  withoutChanges(decisionOf('same', { parent_id }));

const openingText = 'Opening balance';
const inDollars = (cents: number): string => formatCents(signedCentsSchema.parse(cents));
const noteText = 'Note for the office';

const newChildText = (name: string): string => `New child: ${name}`;

/** For a stored family, only what was new. */
export const thingsImported = (
  { adult, second, children, balance, office_note }: ImportedFamily,
  { state, changes }: Pick<FamilyDecision, 'state' | 'changes'>,
) => {
  const isNew = state === 'new';
  const own = children.filter(({ name }) => isNew || changes.includes(newChildText(name)));
  return {
    adults: [...(isNew ? [adult] : []), ...(second && own.length > 0 ? [second] : [])],
    children: own,
    balance: isNew || changes.includes(openingText) ? balance : null,
    office: office_note !== undefined && (isNew || changes.includes(noteText)) ? [office_note] : [],
  };
};

/** Health notes, contacts and a second parent come with a new child alone: the family can answer for stored children. */
export const omitsSomething = (
  { children, second }: Pick<ImportedFamily, 'children' | 'second'>,
  { state, changes }: Pick<FamilyDecision, 'state' | 'changes'>,
): boolean =>
  (state === 'same' || state === 'changes') &&
  children.some(
    ({ name, medical_conditions, contact }) =>
      (medical_conditions || contact || second) && !changes.includes(newChildText(name)),
  );

const isStoredChild = (child: ImportedChild, stored: Pick<Child, 'id' | 'name'>): boolean =>
  child.is === null || child.is === 'another'
    ? childNameKey(child.name) === childNameKey(stored.name)
    : child.is === stored.id;

type Contact = Pick<Profile, 'full_name' | 'phone_number' | 'email'>;

const hasPhone = (one: Pick<Contact, 'phone_number'>, other: Pick<Contact, 'phone_number'>): boolean =>
  one.phone_number !== '' && phoneKey(one.phone_number) === phoneKey(other.phone_number);

const isNamed = (one: Pick<Contact, 'full_name'>, other: Pick<Contact, 'full_name'>): boolean =>
  one.full_name !== '' && textKey(one.full_name) === textKey(other.full_name);

/** By email, else phone number, else name. Without a login else the first adult; never a second adult (ADT-01). */
const contactInFile = (
  { adult, second }: Pick<ImportedFamily, 'adult' | 'second'>,
  { members, ...contact }: StoredForImport['family'],
): ImportedFamily['adult'] | undefined => {
  const others = members.slice(1);
  const adults = [adult, ...(second ? [second] : [])].filter(
    (one) => !others.some((other) => other.email !== '' && other.email === one.email),
  );
  return (
    adults.find(({ email }) => email !== null && email === contact.email) ??
    adults.find((one) => hasPhone(one, contact)) ??
    adults.find((one) => isNamed(one, contact)) ??
    (members.length === 0 ? adults[0] : undefined)
  );
};

/** What the contact lacks, and where the file differs (IMP-12). */
const compareContact = (
  inFile: ImportedFamily['adult'] | undefined,
  { members, ...contact }: StoredForImport['family'],
) => {
  const completed: { email?: string; phone_number?: string } = {};
  const differs: string[] = [];
  const { full_name = '', email = null, phone_number = '' } = inFile ?? {};
  if (full_name !== '' && contact.full_name !== '' && !isNamed({ full_name }, contact))
    differs.push(`Name ${full_name}, stored is ${contact.full_name}`);
  // A person with a login chooses their own address.
  if (email && contact.email === '' && members.length === 0) completed.email = email;
  else if (email && email !== contact.email) differs.push(`Email ${email}, stored is ${contact.email}`);
  if (phone_number !== '' && contact.phone_number === '') completed.phone_number = phone_number;
  else if (phone_number !== '' && !hasPhone({ phone_number }, contact))
    differs.push(`Phone ${phone_number}, stored is ${contact.phone_number}`);
  return { completed, differs };
};

/** Adds what is missing, overwrites nothing, and shows differences (IMP-02, IMP-12). @param stored undefined if new */
export const decideFamily = (family: ImportedFamily, stored: StoredForImport | undefined): ImportPlan => {
  if (!stored)
    return {
      decision: decisionOf('new'),
      completed: {},
      added: family.children,
      balance: family.balance,
      office_note: family.office_note,
    };
  const known = { parent_id: stored.family.id, parent_name: stored.family.full_name };
  const left = new Set<ChildId>(stored.children.map(({ id }) => id));
  const added: ImportedChild[] = [];
  const similar: FamilyDecision['similar'] = [];
  const { completed, differs } = compareContact(contactInFile(family, stored.family), stored.family);
  for (const child of family.children) {
    const storedChild = stored.children.find((one) => isStoredChild(child, one));
    if (storedChild && storedChild.date_of_birth !== child.date_of_birth)
      differs.push(
        `${storedChild.name}: born on ${formatDate(child.date_of_birth)}, stored is ${formatDate(storedChild.date_of_birth)}`,
      );
    if (storedChild) left.delete(storedChild.id);
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
  if (similar.length > 0) return withoutChanges(decisionOf('asked', { similar, ...known }));
  if (stored.children.length + added.length > limits.childrenPerFamily)
    return refusedFamily(`A family can have at most ${limits.childrenPerFamily} children`);
  const { opening } = stored;
  const isOpening = family.balance !== null && opening === null;
  if (family.balance !== null && opening !== null && family.balance !== opening)
    differs.push(`${openingText} ${inDollars(family.balance)}, stored is ${inDollars(opening)}`);
  const office_note = stored.hasNote ? undefined : family.office_note;
  const changes = [
    ...added.map(({ name }) => newChildText(name)),
    ...(isOpening ? [openingText] : []),
    ...(office_note === undefined ? [] : [noteText]),
  ];
  const completedTexts = [
    ...(completed.email ? [`Email ${completed.email}`] : []),
    ...(completed.phone_number ? [`Phone ${completed.phone_number}`] : []),
  ];
  return {
    decision: decisionOf(changes.length + completedTexts.length > 0 ? 'changes' : 'same', {
      ...known,
      ...{ changes, differs },
      completed: completedTexts,
    }),
    completed,
    added,
    balance: isOpening ? family.balance : null,
    office_note,
  };
};
