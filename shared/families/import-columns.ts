const adultFields = ['name', 'first', 'last', 'email', 'phone'] as const;
export const contactFields = ['contactName', 'contactRelation', 'contactPhone'] as const;
export const healthFields = ['health', ...contactFields] as const;
const childFields = ['name', 'first', 'last', 'born', ...healthFields] as const;
export const adultNumbers = ['1', '2'] as const;
/** Children in one row. Each of them can have the same columns (IMP-06). */
export const childNumbers = ['1', '2', '3', '4', '5', '6'] as const;

/** `children` are all children of a row (IMP-01). */
export type Meaning =
  | `adult${(typeof adultNumbers)[number]}.${(typeof adultFields)[number]}`
  | `child${(typeof childNumbers)[number]}.${(typeof childFields)[number]}`
  | `children.${(typeof healthFields)[number]}`
  | 'family.last'
  | 'balance'
  | 'office';

const fieldNames = {
  name: 'name',
  first: 'first name',
  last: 'last name',
  email: 'email',
  phone: 'phone',
  born: 'date of birth',
  health: 'health',
  contactName: 'emergency contact',
  contactRelation: 'emergency contact, relation',
  contactPhone: 'emergency contact, phone',
} as const;

/** With names on screen, in the order of the list. */
export const meanings: readonly { readonly meaning: Meaning; readonly name: string }[] = [
  ...adultNumbers.flatMap((number) =>
    adultFields.map((field) => ({
      meaning: `adult${number}.${field}` as const,
      name: `${number === '1' ? 'Parent' : 'Second parent'}: ${fieldNames[field]}`,
    })),
  ),
  ...childFields.map((field) => ({
    meaning: `child1.${field}` as const,
    name: `Child: ${fieldNames[field]}`,
  })),
  ...healthFields.map((field) => ({
    meaning: `children.${field}` as const,
    name: `Children: ${fieldNames[field]}`,
  })),
  { meaning: 'family.last', name: 'Parent and children: last name' },
  { meaning: 'balance', name: 'What the family owes' },
  { meaning: 'office', name: 'Note for the office' },
  ...childNumbers.slice(1).flatMap((number) =>
    childFields.map((field) => ({
      meaning: `child${number}.${field}` as const,
      name: `Child ${number}: ${fieldNames[field]}`,
    })),
  ),
];
const known: ReadonlySet<string> = new Set(meanings.map(({ meaning }) => meaning));
export const isMeaning = (text: string): text is Meaning => known.has(text);

/** `ask` where an administrator has to choose; null where the column is not imported. */
export type Fate = Meaning | 'ask' | null;
export type FamilyColumns = readonly Fate[];

/** Requires a way to reach a parent and, of a child, both name and birthday or neither. */
export const missingColumns = (columns: FamilyColumns): string | null => {
  const has = (test: (meaning: Meaning) => boolean) =>
    columns.some((one) => one !== null && one !== 'ask' && test(one));
  if (!has((one) => /^adult\d\.(?:email|phone)$/.test(one))) return 'the parent’s email or phone';
  const isNamed = has((one) => /^child\d\.(?:name|first|last)$/.test(one));
  const isBorn = has((one) => /^child\d\.born$/.test(one));
  if (isNamed === isBorn) return null;
  return isNamed ? 'the child’s date of birth' : 'the child’s name';
};
