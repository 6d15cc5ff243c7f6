import {
  type Cells,
  type CellTest,
  columnFinder,
  type FileTable,
  filledCells,
  findRows,
  type HeadingChoice,
} from '#shared/lib/file-table';
import { readPhone } from '#shared/lib/phone-number';
import { limits } from '#shared/limits';
import { looksLikeAmount, looksLikeDay } from '../bank/cells.ts';

const adultFields = ['name', 'first', 'last', 'email', 'phone'] as const;
const childFields = ['name', 'first', 'last', 'born'] as const;
const contactFields = ['name', 'relation', 'phone'] as const;
/** Children that one row can have. */
const childNumbers = ['1', '2', '3', '4'] as const;
const adultNumbers = ['1', '2'] as const;
type AdultNumber = (typeof adultNumbers)[number];
type ChildNumber = (typeof childNumbers)[number];

/** What a column of a file of families says (IMP-01). */
export type Meaning =
  | `adult${AdultNumber}.${(typeof adultFields)[number]}`
  | `child${ChildNumber}.${(typeof childFields)[number]}`
  | `contact.${(typeof contactFields)[number]}`
  | 'note'
  | 'balance';

const fieldNames = {
  name: 'name',
  first: 'first name',
  last: 'last name',
  email: 'email',
  phone: 'phone',
  born: 'date of birth',
  relation: 'relation to the child',
} as const;

/** What a column can be, with its name on screen, in the order of the list. */
export const meanings: readonly { readonly meaning: Meaning; readonly name: string }[] = [
  ...adultNumbers.flatMap((number) =>
    adultFields.map((field) => ({
      meaning: `adult${number}.${field}` as const,
      name: `${number === '1' ? 'Parent' : 'Second parent'}: ${fieldNames[field]}`,
    })),
  ),
  ...childNumbers.flatMap((number) =>
    childFields.map((field) => ({
      meaning: `child${number}.${field}` as const,
      name: `Child${number === '1' ? '' : ` ${number}`}: ${fieldNames[field]}`,
    })),
  ),
  { meaning: 'note', name: 'Children: medical note' },
  ...contactFields.map((field) => ({
    meaning: `contact.${field}` as const,
    name: `Emergency contact: ${fieldNames[field]}`,
  })),
  { meaning: 'balance', name: 'What the family owes' },
];

/** The meaning of each column, in the order of the heading; null for a column that is not read. */
export type FamilyColumns = readonly (Meaning | null)[];

const isEmailCell: CellTest = (cell) =>
  cell.length <= limits.emailLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell);
const isPhone: CellTest = (cell) => cell.length <= limits.phoneLength && typeof readPhone(cell) !== 'string';
const isText: CellTest = (cell) => /\p{L}/u.test(cell) && !isEmailCell(cell) && !looksLikeDay(cell);
/** "7", "7 years", "Grade 2", "Year 3", "Kindergarten": no date, but what some columns of birthdays have. */
export const isAge: CellTest = (cell) =>
  /^(?:\d{1,2}\s*(?:years?|yrs?|y\/?o|months?|mo)?\.?(?:\s*old)?|(?:grade|year|yr|class|p|k)\.?\s*\d{1,2}|\d{1,2}(?:st|nd|rd|th)(?:\s+grade)?|kindergarten|pre-?k|reception|nursery|u\d{1,2})$/i.test(
    cell,
  );

type What = (typeof adultFields)[number] | 'born' | 'relation' | 'note' | 'balance';

/** Words for what a column has, the surest first, and what its cells look like. */
const whats: readonly (readonly [What, RegExp, CellTest])[] = [
  ['email', /e-?mail/, isEmailCell],
  [
    'born',
    /birth|\bd\.?o\.?b\b|\bborn\b|geburt|naissance|nacimiento|nascita|f[øö]d/,
    (cell) => looksLikeDay(cell) || isAge(cell),
  ],
  ['phone', /phone|mobile|\bcell\b|\btel\b|whatsapp|handy|portable|m[oó]vil|contact (?:no|number)/, isPhone],
  ['note', /medical|allerg|health|condition|special need|medication/, isText],
  [
    'balance',
    /balance|outstanding|arrears|amount (?:owed|due|owing)|\bow(?:es|ed|ing)\b|saldo/,
    looksLikeAmount,
  ],
  ['relation', /relation/, isText],
  ['first', /\bfirst|\bgiven|forename|vorname|pr[eé]nom|\bfname|nombre/, isText],
  ['last', /\blast\b|lastname|surname|family name|nachname|\blname|apellido|\bnom de famille/, isText],
  ['name', /name|\bnom\b/, isText],
];

const persons = {
  contact: /emergency|authori[sz]ed|pick-?up/,
  child:
    /child|student|\bkid|player|camper|athlete|participant|pupil|swimmer|dancer|gymnast|\bson\b|daughter|learner|attendee|\bkind(?:es|er)?\b|enfant|ni[ñn]o/,
  adult:
    /parent|guardian|mother|father|\bm[uo]m\b|\bdad\b|adult|carer|caregiver|contact|primary|secondary|payer|account|customer|client|billing|household|owner|holder|eltern|mutter|vater/,
} as const;
type Person = keyof typeof persons;

/** Headings of columns about something else, whatever words they have besides. */
const others =
  /user ?name|school|street|\bcity\b|\bzip|post ?code|county|country|gender|\bteam|\bclass|program|venue|doctor|physician|\bgp\b|insurance|\bid\b|created|updated|status|middle|preferred|nick|company|event|session/;

/** Whom and what a heading names. */
interface Named {
  readonly what: What | null;
  readonly person: Person | null;
  /** 2 for the second one of a kind; null where the heading does not say. */
  readonly number: number | null;
  readonly role: 'mother' | 'father' | null;
}

const readHeading = (heading: string): Named => {
  const name = heading.toLowerCase().replaceAll('_', ' ');
  const said = whats.find(([, words]) => words.test(name))?.[0] ?? null;
  const person = (['contact', 'child', 'adult'] as const).find((who) => persons[who].test(name)) ?? null;
  // "Mother", "Player 2": the person alone is the person's name.
  const isAlone = person !== null && name.replace(/[\s\d#:()/]|guardian/g, '').length <= 12;
  const isOther = said !== 'email' && others.test(name);
  const digit = /\d/.exec(name)?.[0];
  return {
    what: isOther ? null : (said ?? (isAlone ? 'name' : null)),
    person,
    number: digit
      ? Number(digit)
      : /\bsecond|\bother\b|alternat|\b2nd\b|spouse|partner/.test(name)
        ? 2
        : null,
    role: /mother|\bm[uo]m\b|mutter/.test(name)
      ? 'mother'
      : /father|\bdad\b|vater/.test(name)
        ? 'father'
        : null,
  };
};

const isKnownHeading = (cells: readonly string[]): boolean =>
  new Set(cells.flatMap((cell) => readHeading(cell).what ?? [])).size >= 2;

const isValue: CellTest = (cell) => isEmailCell(cell) || looksLikeDay(cell) || isPhone(cell);

/** Two rows of headings: "Parent,,Child,", and below it the names of the columns. The first one is for the columns after it. */
const joinHeadings = (table: FileTable): FileTable => {
  const { heading, above } = table;
  const groups = above.at(-1)?.cells ?? [];
  const isGroups =
    table.headingLine !== null &&
    filledCells(groups).length >= 2 &&
    filledCells(groups).length < filledCells(heading).length &&
    !filledCells(groups).some(isValue) &&
    groups.some((cell) => readHeading(cell).person !== null);
  if (!isGroups) return table;
  let group = '';
  const joined = heading.map((cell, index) => {
    group = groups[index] || group;
    return [group, cell].filter((part) => part !== '').join(' ');
  });
  return { ...table, heading: joined, above: above.slice(0, -1) };
};

/** Finds the heading and the rows of a file of families (IMP-01). @returns undefined where there is no table */
export const findFamilyTable = (
  readings: readonly Cells[],
  chosen?: HeadingChoice,
): FileTable | undefined => {
  const found = findRows(
    readings,
    {
      isEntry: (cells) => cells.some((cell) => isEmailCell(cell) || looksLikeDay(cell)),
      isAnyRow: (cells) => filledCells(cells).length >= 2 && cells.some(isValue),
      isValue,
      isKnownHeading,
    },
    chosen,
  );
  return found && joinHeadings(found);
};

const numberOf = <Numbers extends readonly string[]>(
  numbers: Numbers,
  number: number | null,
): Numbers[number] | undefined => numbers.find((one) => one === String(number ?? 1));

/** What a heading means, once it is known whose name a name alone is, and which parent stands first. */
const meaningOf = (
  { what, person, number, role }: Named,
  nameless: 'adult' | 'child',
  second: Named['role'],
): Meaning | null => {
  if (what === null) return null;
  if (what === 'balance' || what === 'note') return what;
  if (person === 'contact') {
    const field = contactFields.find((one) => one === what);
    return field ? `contact.${field}` : null;
  }
  if (what === 'relation') return null;
  if (what === 'born') {
    const child = numberOf(childNumbers, number);
    return child ? `child${child}.born` : null;
  }
  if (what === 'email' || what === 'phone') {
    // A number of a child is nobody's account.
    const adult = numberOf(adultNumbers, role !== null && role === second ? 2 : number);
    return adult && person !== 'child' ? `adult${adult}.${what}` : null;
  }
  if ((person ?? nameless) === 'child') {
    const child = numberOf(childNumbers, number);
    return child ? `child${child}.${what}` : null;
  }
  const adult = numberOf(adultNumbers, role !== null && role === second ? 2 : number);
  return adult ? `adult${adult}.${what}` : null;
};

/** Columns of a file without known headings, by their cells alone: in the order in which lists have them. */
const byCells: readonly (readonly [Meaning, CellTest])[] = [
  ['adult1.email', isEmailCell],
  ['child1.born', looksLikeDay],
  ['adult1.phone', isPhone],
];
const namesByCells: readonly Meaning[] = ['adult1.name', 'child1.name'];

/** The meanings of columns as their headings and cells say them, for an administrator to confirm (IMP-01). */
export const guessFamilyColumns = (table: FileTable): FamilyColumns => {
  const { fits, share, findByCells } = columnFinder(table);
  const named = table.heading.map(readHeading);
  const names = (person: Person | null) =>
    named.some((one) => one.person === person && (one.what === 'name' || one.what === 'first'));
  // "First name, Last name, Date of birth, Parent name": the name alone is the child's.
  const nameless = names('child') ? 'adult' : 'child';
  const [firstRole] = named.flatMap(({ role }) => role ?? []);
  const second = firstRole && (firstRole === 'mother' ? 'father' : 'mother');
  const columns: (Meaning | null)[] = named.map((one, index) => {
    const test = whats.find(([what]) => what === one.what)?.[2];
    return test && fits(index, test) ? meaningOf(one, nameless, second ?? null) : null;
  });
  // "Contact 1 Last Name" says more than "Family Name".
  const surest = (meaning: Meaning | null) => {
    const [first = -1, ...others] = columns.flatMap((one, index) => (one === meaning ? [index] : []));
    return named[first]?.person ? first : (others.find((index) => named[index]?.person) ?? first);
  };
  const unique = columns.map((meaning, index) => (meaning && surest(meaning) === index ? meaning : null));
  const takenColumns = () => unique.flatMap((meaning, index) => (meaning ? [index] : []));
  const add = (meaning: Meaning, test: CellTest) => {
    if (unique.includes(meaning)) return;
    const found = findByCells((index) => share(index, test) >= 0.8, takenColumns());
    if (found !== null) unique[found] = meaning;
  };
  for (const [meaning, test] of byCells) add(meaning, test);
  if (table.headingLine === null) for (const meaning of namesByCells) add(meaning, isText);
  return unique;
};
