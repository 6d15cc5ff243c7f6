import { childNameKey, textKey } from '#shared/lib/fold-text';
import { phoneKey } from '#shared/lib/phone-number';
import type { Child } from './family.ts';
import type { ImportedAdult, ImportedChild, ImportedFamily } from './import.ts';

export interface ComparedFamily {
  readonly adults: readonly ImportedAdult[];
  readonly children: readonly Pick<Child, 'name' | 'date_of_birth'>[];
}

/** Names a family without a parent's name by its first child. */
const ofChild = 'Family of ';
export const familyNameOf = ({ name }: Pick<ImportedChild, 'name'>): string => `${ofChild}${name}`;

/** Name and date of birth. */
export const childIdentity = ({ name, date_of_birth }: ComparedFamily['children'][number]): string =>
  `${childNameKey(name)} ${date_of_birth}`;

/** By name and date of birth. */
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

/** Equal keys show a possible match of two families. */
export const likenessKeys = (family: ComparedFamily) => ({
  email: emailsOf(family),
  phone: phonesOf(family),
  child: family.children.map(childIdentity),
  name: parentNamesOf(family),
});

export type Likeness = 'phone' | 'child' | 'name';

/** `same` by email, or by phone number with a child or a parent's name (IMP-12). One of these only a person can judge. */
export const likenessOf = (one: ComparedFamily, other: ComparedFamily): 'same' | Likeness | undefined => {
  const [keys, others] = [likenessKeys(one), likenessKeys(other)];
  const isAlike = (by: keyof typeof keys) => keys[by].some((key) => others[by].includes(key));
  if (isAlike('email')) return 'same';
  if (isAlike('phone')) return isAlike('child') || isAlike('name') ? 'same' : 'phone';
  return (['child', 'name'] as const).find(isAlike);
};

export const comparedOfFile = ({
  adult,
  second,
  children,
}: Pick<ImportedFamily, 'adult' | 'second' | 'children'>): ComparedFamily => ({
  adults: [adult, ...(second ? [second] : [])],
  children,
});
