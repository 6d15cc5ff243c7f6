import { childNameKey, textKey } from '#shared/lib/fold-text';
import { phoneKey } from '#shared/lib/phone-number';
import type { Child } from './family.ts';
import type { ImportedAdult, ImportedChild, ImportedFamily } from './import.ts';

/** A family as it is compared with another one, of a file or stored. */
export interface ComparedFamily {
  readonly adults: readonly ImportedAdult[];
  readonly children: readonly Pick<Child, 'name' | 'date_of_birth'>[];
}

/** How a family of a file without the name of a parent is called, by its first child. */
const ofChild = 'Family of ';
export const familyNameOf = ({ name }: Pick<ImportedChild, 'name'>): string => `${ofChild}${name}`;

/** What a child is known by: its name and its date of birth. */
export const childIdentity = ({ name, date_of_birth }: ComparedFamily['children'][number]): string =>
  `${childNameKey(name)} ${date_of_birth}`;

/** The child of a family that a child is, by name and date of birth. */
export const sharesChild = (
  one: Pick<ComparedFamily, 'children'>,
  other: Pick<ComparedFamily, 'children'>,
): boolean => {
  const known = new Set(other.children.map(childIdentity));
  return one.children.some((child) => known.has(childIdentity(child)));
};

const emailsOf = ({ adults }: ComparedFamily) => adults.flatMap(({ email }) => email || []);
const phonesOf = ({ adults }: ComparedFamily) =>
  adults.flatMap(({ phone_number }) => phoneKey(phone_number) ?? []);
const parentNamesOf = ({ adults }: ComparedFamily) =>
  adults.flatMap(({ full_name }) => (full_name.startsWith(ofChild) ? [] : textKey(full_name) || []));

/** What two families can be the same by, as keys that are equal where it is the same. */
export const likenessKeys = (family: ComparedFamily) => ({
  email: emailsOf(family),
  phone: phonesOf(family),
  child: family.children.map(childIdentity),
  name: parentNamesOf(family),
});

/** What two families that may be the same have alike. */
export type Likeness = 'phone' | 'child' | 'name';

/**
 * Whether two families are the same: by an email, or by a phone number and a child or a parent's name (IMP-12). Where one of these
 * alone is alike, only a person can say.
 */
export const likenessOf = (one: ComparedFamily, other: ComparedFamily): 'same' | Likeness | undefined => {
  const [keys, others] = [likenessKeys(one), likenessKeys(other)];
  const isAlike = (by: keyof typeof keys) => keys[by].some((key) => others[by].includes(key));
  if (isAlike('email')) return 'same';
  if (isAlike('phone')) return isAlike('child') || isAlike('name') ? 'same' : 'phone';
  return (['child', 'name'] as const).find(isAlike);
};

/** A family of a file as it is compared. */
export const comparedOfFile = ({
  adult,
  second,
  children,
}: Pick<ImportedFamily, 'adult' | 'second' | 'children'>): ComparedFamily => ({
  adults: [adult, ...(second ? [second] : [])],
  children,
});
