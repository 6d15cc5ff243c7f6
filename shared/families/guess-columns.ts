import {
  type Cells,
  type CellTest,
  type FileTable,
  filledCells,
  findRows,
  type HeadingChoice,
} from '#shared/lib/file-table';
import { textKey } from '#shared/lib/fold-text';
import { readPhone } from '#shared/lib/phone-number';
import type { CalendarDate } from '#shared/lib/values';
import { looksLikeAmount, looksLikeDay, readBankDay } from '../bank/cells.ts';
import { collectors, type Person, type Property, payers } from './column-words.ts';
import { emailsIn, isAge, isYes, phonesIn, readText } from './import-cells.ts';
import {
  adultNumbers,
  childNumbers,
  type contactFields,
  type FamilyColumns,
  type Fate,
  isMeaning,
  type Meaning,
} from './import-columns.ts';
import { isNameProperty, type Named, type NameProperty, readHeading } from './read-heading.ts';

const isText: CellTest = (cell) =>
  /\p{L}/u.test(cell) && emailsIn(cell).values.length === 0 && !looksLikeDay(cell);
const isName: CellTest = (cell) => isText(cell) && !isYes(cell);
const isEmailCell: CellTest = (cell) => emailsIn(cell).values.length > 0;
const isPhone: CellTest = (cell) => !looksLikeDay(cell) && phonesIn(cell).values.length > 0;
/** Strict, since ids and sums are numbers too. */
const isStrictPhone: CellTest = (cell) =>
  /^[+(0]/.test(cell) &&
  cell.replace(/\D/g, '').length >= 9 &&
  !looksLikeDay(cell) &&
  typeof readPhone(cell) !== 'string';

/** A heading counts where half of the column's cells agree with it. */
const cellTests: Readonly<Record<Property, CellTest>> = {
  email: isEmailCell,
  phone: isPhone,
  born: (cell) => looksLikeDay(cell) || isAge(cell),
  health: (cell) => /[\p{L}\p{N}]/u.test(cell) && !looksLikeDay(cell),
  relation: isText,
  balance: looksLikeAmount,
  first: isName,
  last: isName,
  name: isName,
};

const isKnownHeading = (cells: readonly string[]): boolean =>
  new Set(cells.flatMap((cell) => readHeading(cell).property ?? [])).size >= 2;

const isValue: CellTest = (cell) =>
  isEmailCell(cell) || looksLikeDay(cell) || typeof readPhone(cell) !== 'string';

/** Joins two rows of headings, "Parent,,Child," above names: one of the first row applies to the columns after it. */
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

/** Finds heading and rows of a file (IMP-01). @returns undefined without a table */
export const findFamilyTable = (
  readings: readonly Cells[],
  chosen?: HeadingChoice,
): FileTable | undefined => {
  const found = findRows(
    readings,
    {
      isDataRow: (cells) => cells.some((cell) => isEmailCell(cell) || looksLikeDay(cell)),
      isAnyRow: (cells) => filledCells(cells).length >= 2 && cells.some(isValue),
      isValue,
      isKnownHeading,
    },
    chosen,
  );
  return found && joinHeadings(found);
};

/** Bounds the number of tested cells. */
const maxTested = 400;
/** A share of the cells that makes a column look like something. */
const shareToAgree = 0.5;

const readColumns = ({ heading, rows }: FileTable) => {
  const columns = heading.map((_, index) => rows.flatMap(({ cells }) => readText(cells[index]) || []));
  const share = (index: number, test: CellTest): number => {
    const tested = (columns[index] ?? []).slice(0, maxTested);
    return tested.length === 0 ? 0 : tested.filter(test).length / tested.length;
  };
  return {
    countOf: (index: number) => columns[index]?.length ?? 0,
    /** Some texts of the column; where none says something, its other cells. */
    examplesOf: (index: number): string[] => {
      const own = columns[index] ?? [];
      const texts = own.length > 0 ? own : rows.flatMap(({ cells }) => cells[index] || []);
      return [...new Set(texts.slice(0, maxTested))].slice(0, 3);
    },
    share,
    some: (index: number, test: CellTest) => columns[index]?.some(test) ?? false,
    /** Whether two columns agree in most rows in which both say something. */
    areSame: (one: number, other: number): boolean => {
      const both = rows.slice(0, maxTested).flatMap(({ cells }) => {
        const [text, otherText] = [readText(cells[one]), readText(cells[other])];
        return text && otherText ? [textKey(text) === textKey(otherText)] : [];
      });
      return both.filter(Boolean).length * 2 > both.length;
    },
  };
};

const known = new WeakMap<FileTable, ReturnType<typeof readColumns>>();
const columnsOf = (table: FileTable) => {
  const read = known.get(table) ?? readColumns(table);
  known.set(table, read);
  return read;
};

const adultAge = 18;
const isBirthdayOfAdult = (today: CalendarDate): CellTest => {
  const youngest = `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`;
  return (cell) => {
    const day = readBankDay(cell, 'day-first') ?? readBankDay(cell, 'month-first');
    return day !== undefined && day < youngest;
  };
};

/** A number of a person for which there are columns. */
const propertyOfNumber = <Numbers extends readonly string[]>(
  numbers: Numbers,
  number: number | null,
): Numbers[number] | undefined => numbers.find((one) => one === String(number ?? 1));

const fieldOfContact: Readonly<Partial<Record<Property, (typeof contactFields)[number]>>> = {
  name: 'contactName',
  first: 'contactName',
  last: 'contactName',
  phone: 'contactPhone',
  relation: 'contactRelation',
};

const reached: ReadonlySet<Named['property']> = new Set(['email', 'phone']);
const isBare = ({ person }: Named): boolean => person === null || person === 'either';
const isSecondAdult = ({ person, property, number, role }: Named): boolean =>
  person === 'adult' && isNameProperty(property) && (number === 2 || role === 'second');
const isNumbered = ({ number }: Named, as: number | null): boolean => (number ?? 1) === (as ?? 1);

/** The owner of a column without a person, as far as names do not tell. */
const ownerOf = ({ person, property }: Named): Named['person'] =>
  person ?? (property === 'born' || property === 'health' ? 'child' : reached.has(property) ? 'adult' : null);

/** "Child, DOB, Child, DOB": each repetition of a heading is of the next person, where their names are repeated too. */
const numberRepeated = (
  heading: readonly string[],
  named: readonly Named[],
  areSame: (one: number, other: number) => boolean,
): Named[] => {
  const keys = heading.map(textKey);
  const places = keys.map((key) => keys.flatMap((other, at) => (other === key ? [at] : [])));
  const repeated = new Set<Named['person']>(
    named.flatMap(({ person, property, number }, index) => {
      const [first = index] = places[index] ?? [];
      const isNext = first < index && isNameProperty(property) && number === null && !areSame(first, index);
      return isNext && (person === 'child' || person === 'adult') ? [person] : [];
    }),
  );
  return named.map((one, index) => {
    const [own = [], owner] = [places[index], ownerOf(one)];
    return own.length > 1 && one.number === null && repeated.has(owner)
      ? { ...one, number: own.indexOf(index) + 1, counted: null }
      : one;
  });
};

/** The context for columns without a person. */
const readHeadings = (table: FileTable, today: CalendarDate) => {
  const { countOf, share, areSame } = columnsOf(table);
  const isFilled = (index: number) => countOf(index) > 0;
  const read = table.heading.map((heading, index): Named => {
    const one = readHeading(heading);
    // For "Mother", "Player 2" or "Kontakt" the cells tell which property it is.
    const isAlone = one.property === null && one.person !== null && !one.isUnknown && !one.isOther;
    if (!isAlone || one.person === 'family' || !isFilled(index)) return one;
    const kinds =
      one.person === 'contact' ? (['name', 'phone'] as const) : (['email', 'phone', 'name'] as const);
    return { ...one, property: kinds.find((kind) => share(index, cellTests[kind]) >= shareToAgree) ?? null };
  });
  const named = numberRepeated(table.heading, read, areSame);
  const fits = (index: number, property: Property) =>
    !isFilled(index) || share(index, cellTests[property]) >= shareToAgree;
  const taken = named.filter(({ property, isOther, isUnknown }, index) => {
    const isRead = property !== null && (property === 'several' || fits(index, property));
    return isRead && !isOther && (isFilled(index) || !isUnknown);
  });
  const some = (test: (one: Named) => boolean) => taken.some(test);
  const hasNames = (person: Person, test: (one: Named) => boolean = () => true) =>
    some((one) => one.person === person && isNameProperty(one.property) && !one.isUnknown && test(one));
  const isBirthdayOfChild = (index: number) =>
    isFilled(index) && fits(index, 'born') && share(index, isBirthdayOfAdult(today)) < shareToAgree;
  const hasBirthdays = named.some(
    (one, index) =>
      one.property === 'born' &&
      !one.isOther &&
      (one.person === 'child' || (isBare(one) && isBirthdayOfChild(index))),
  );
  const [child, adult] = [hasNames('child'), hasNames('adult')];
  const parent = hasNames('adult', ({ group }) => !payers.has(group));
  const bare = taken.filter((one) => isBare(one) && isNameProperty(one.property) && !one.isUnknown);
  // Beside the names of a child and a parent, "Hebrew name" is a further name.
  const isOtherPerson = ({ property, isUnknown }: Named) =>
    isUnknown &&
    isNameProperty(property) &&
    !((parent || child) && property === 'name' && bare.every((one) => one.property !== 'name'));
  // Two first names without a person are of two people.
  const isTwice = bare.some(
    (one, at) =>
      (one.property === 'first' || one.property === 'name') &&
      bare.slice(0, at).some((other) => {
        const isAgain = other.property === one.property && isNumbered(other, one.number);
        return isAgain && !areSame(named.indexOf(other), named.indexOf(one));
      }),
  );
  const numbers = new Set(
    taken.flatMap(({ person, number, property }) =>
      person === 'child' && (isNameProperty(property) || property === 'born') ? (number ?? 1) : [],
    ),
  );
  const [firstRole] = taken.flatMap(({ role }) => (role && role !== 'second' ? [role] : []));
  return {
    named,
    ...{ some, hasNames, isFilled, fits, share, isBirthdayOfChild },
    /** The owner of names without a person; null where the row of headings leaves it open. */
    bareNames:
      child && adult
        ? null
        : child || !(adult || hasBirthdays)
          ? ('adult1' as const)
          : parent || hasBirthdays
            ? ('child1' as const)
            : null,
    /** In a list without birthdays, "First name" beside "Account name" is open. */
    isPayerOpen: adult && !child && !parent && !hasBirthdays && bare.length > 0,
    isPlain: new Set(bare.map(({ group }) => group)).size === 1 && !isTwice && !some(isOtherPerson),
    firstRole,
    /** Beside "Parent name" it is open which parent "Mother" is. */
    isRoleOpen:
      firstRole !== undefined &&
      hasNames('adult', ({ role, number, group }) => role === null && number === null && !payers.has(group)),
    hasSecondAdult: hasNames('adult', isSecondAdult),
    /** The words that count the second parent's names: "Additional first name". */
    secondWords: new Set(taken.flatMap((one) => (isSecondAdult(one) ? (one.counted ?? []) : []))),
    /** The numbers of the children, if there are several. */
    siblings: new Set([...numbers].some((number) => number > 1) ? numbers : []),
    hasEmergency: some(({ person, group }) => person === 'contact' && !collectors.test(group)),
  };
};
type Headings = ReturnType<typeof readHeadings>;

const ofChild = (
  number: number | null,
  field: 'name' | 'first' | 'last' | 'born' | 'health' | (typeof contactFields)[number],
): Fate => {
  const child = propertyOfNumber(childNumbers, number);
  return child ? `child${child}.${field}` : 'ask';
};

/** A third adult becomes a note for the office. */
const fateOfAdult = (
  one: Named,
  field: 'name' | 'first' | 'last' | 'email' | 'phone',
  { firstRole, isRoleOpen, hasSecondAdult, secondWords }: Headings,
): Fate => {
  const { property, number, counted, role } = one;
  if (number === null && role) {
    if (role !== 'second' && isRoleOpen) return 'ask';
    return role === firstRole ? `adult1.${field}` : `adult2.${field}`;
  }
  // "Email 2" is another email of the first parent. Beside a second parent its owner is open.
  const isFurther = counted !== null && !isNameProperty(property);
  if (isFurther && number === 2 && hasSecondAdult)
    return isBare(one) && !secondWords.has(counted) ? 'ask' : `adult2.${field}`;
  const adult = isFurther ? '1' : propertyOfNumber(adultNumbers, number);
  return adult ? `adult${adult}.${field}` : 'office';
};

const fateOfHealth = ({ person, number, counted }: Named, { siblings }: Headings): Fate => {
  if (person === 'adult' || person === 'contact') return null;
  // "Medication 2" is the second child's, if there is one, else a further medication of the same child.
  const isOfNumber = counted === null || (counted === 'digit' && siblings.has(number ?? 1));
  if (number !== null && isOfNumber) return ofChild(number, 'health');
  return siblings.size > 0 && person !== 'family' ? 'ask' : 'children.health';
};

const fateOfContact = (contact: Named, property: Property, { hasEmergency }: Headings): Fate => {
  const field = fieldOfContact[property];
  if (!field) return property === 'email' ? 'office' : null;
  if (contact.ofChild !== null) return ofChild(contact.ofChild, field);
  // A card takes one contact of a file; whoever may collect is another person.
  const isFurther = (contact.number ?? 1) > 1 || (hasEmergency && collectors.test(contact.group));
  return isFurther ? 'office' : `children.${field}`;
};

const fateOfBirthday = (one: Named, index: number, { some, isBirthdayOfChild }: Headings): Fate => {
  const { person, number } = one;
  if (person === 'child') return ofChild(number, 'born');
  const isElsewhere = some(
    (other) => other.person === 'child' && other.property === 'born' && isNumbered(other, number),
  );
  return person === 'adult' || isElsewhere || !isBirthdayOfChild(index) ? null : ofChild(number, 'born');
};

const fateOfReach = (one: Named, property: 'email' | 'phone', headings: Headings): Fate => {
  const { person } = one;
  const reaches = (other: Named) => reached.has(other.property);
  // Children's properties are nobody's account, unless there are no others.
  if (person === 'child')
    return headings.some((other) => other.person !== 'child' && reaches(other)) ? null : 'ask';
  const isNamed = headings.some(
    (other) =>
      other.person === 'adult' &&
      other.property === property &&
      !other.isUnknown &&
      // Beside the second parent's email, "Email" is the first parent's.
      isNumbered(other, 1),
  );
  return isBare(one) && isNamed ? 'ask' : fateOfAdult(one, property, headings);
};

const isOneWord = (cell: string): boolean => !/\s/.test(cell);

const fateOfName = (one: Named, property: NameProperty, headings: Headings): Fate => {
  const { bareNames, isPlain, hasNames, some, share } = headings;
  if (one.person === 'child') return ofChild(one.number, property);
  if (one.person === 'adult')
    return headings.isPayerOpen && payers.has(one.group) ? 'ask' : fateOfAdult(one, property, headings);
  if (!isPlain || one.number !== null) return 'ask';
  const isAlone = !some((other) => isBare(other) && other !== one && isNameProperty(other.property));
  if (property === 'last' && isAlone) {
    const lacksLast = (person: Person) => {
      const has = (field: NameProperty, test: (other: Named) => boolean = () => true) =>
        hasNames(person, (other) => other.property === field && isNumbered(other, 1) && test(other));
      // "Child 1: Mia" beside "Family Name: Novak".
      const isWord = (other: Named) => share(headings.named.indexOf(other), isOneWord) >= 0.8;
      const isGiven = has('first') || has('name', isWord);
      return isGiven && !has('last') && !has('name', (other) => !isWord(other));
    };
    const [child, adult] = [lacksLast('child'), lacksLast('adult')];
    if (child && adult) return 'family.last';
    if (child || adult) return child ? 'child1.last' : 'adult1.last';
    // All people have names: this is the family's name again.
    if (bareNames === null) return null;
  }
  return bareNames === null ? 'ask' : `${bareNames}.${property}`;
};

const fateOf = (one: Named, index: number, headings: Headings): Fate => {
  const { property, person } = one;
  const { share, isFilled, fits } = headings;
  if (one.isOther) return null;
  const isOpen = isFilled(index) ? 'ask' : null;
  if (property === 'several') return isOpen;
  if (property === null && person === 'contact') return isOpen;
  if (property === null)
    return share(index, isEmailCell) >= shareToAgree || share(index, isStrictPhone) >= shareToAgree
      ? isOpen
      : null;
  if (!fits(index, property)) return null;
  if (one.isUnknown && property !== 'relation') return isOpen;
  if (property === 'balance') return 'balance';
  if (property === 'health') return fateOfHealth(one, headings);
  if (person === 'contact') return fateOfContact(one, property, headings);
  if (property === 'relation') {
    const before = headings.named[index - 1];
    return before?.person === 'contact' ? fateOfContact(before, property, headings) : null;
  }
  if (property === 'born') return fateOfBirthday(one, index, headings);
  if (property === 'email' || property === 'phone') return fateOfReach(one, property, headings);
  return fateOfName(one, property, headings);
};

/** For a file without headings. Names are asked about. */
const fateByCells = (index: number, { named, share }: Headings): Fate => {
  const alone = (test: CellTest, meaning: Meaning): Fate | undefined => {
    const found = named.flatMap((_, at) => (share(at, test) >= 0.8 ? [at] : []));
    return found.includes(index) ? (found.length === 1 ? meaning : 'ask') : undefined;
  };
  return (
    alone(isEmailCell, 'adult1.email') ??
    alone(looksLikeDay, 'child1.born') ??
    alone(isStrictPhone, 'adult1.phone') ??
    (share(index, isText) >= shareToAgree ? 'ask' : null)
  );
};

/**
 * Guesses each column by heading and cells, for an administrator to confirm (decision 69). Without a person in the heading:
 * - birthdays and health are the child's;
 * - emails, phones and balances are the parent's, unless other columns name the parent's;
 * - names are the parent's where only a child is named, the child's where only a parent is named. Where neither is named, they
 * are the child's in a file with birthdays, else adults' or, beside accounts, asked about;
 * - a last name alone completes those who have a first name alone;
 * - a repeated heading is of the next child or parent, where names are repeated too.
 * Everything else is asked about, unknown words too.
 */
export const guessFamilyColumns = (table: FileTable, today: CalendarDate): FamilyColumns => {
  const headings = readHeadings(table, today);
  const fates = headings.named.map((one, index) =>
    table.headingLine === null ? fateByCells(index, headings) : fateOf(one, index, headings),
  );
  return settleNames(table, settleTwice(fates, headings.named));
};

/** Asks about names and balances of two columns for two people, or of two kinds. */
const settleTwice = (fates: readonly Fate[], named: readonly Named[]): Fate[] => {
  const nameOf = (fate: Fate): string | undefined =>
    fate ? /^(adult\d|child\d)\.(?:name|first|last)$/.exec(fate)?.[1] : undefined;
  const rank = ({ group, number, role }: Named) =>
    number !== null || role !== null ? 0 : payers.has(group) ? 2 : 1;
  const owners = new Map<string, Named>();
  for (const [index, one] of named.entries()) {
    const person = nameOf(fates[index] ?? null);
    const before = person === undefined ? undefined : owners.get(person);
    if (person && (!before || rank(one) < rank(before))) owners.set(person, one);
  }
  const isStranger = (fate: Fate, index: number): boolean => {
    const person = nameOf(fate);
    const group = named[index]?.group;
    return person !== undefined && group !== '' && owners.get(person)?.group !== group;
  };
  return fates.map((fate, index) => {
    if (fate === 'balance') return fates.indexOf(fate) === index ? fate : 'ask';
    return isStranger(fate, index) ? 'ask' : fate;
  });
};

/** "Nom" beside "Prénom" is the last name, "Nome" beside "Cognome" the first one, unless its cells have both. */
const settleNames = ({ rows }: FileTable, fates: readonly Fate[]): FamilyColumns =>
  fates.map((fate, index) => {
    const person = fate?.endsWith('.name') ? fate.slice(0, -'.name'.length) : undefined;
    const indexOf = (part: 'first' | 'last'): number => {
      const meaning = `${person}.${part}`;
      return isMeaning(meaning) ? fates.indexOf(meaning) : -1;
    };
    const [first, last] = [indexOf('first'), indexOf('last')];
    if (!person || first >= 0 === last >= 0) return fate;
    const other = first >= 0 ? first : last;
    const both = rows.slice(0, maxTested).flatMap(({ cells }) => {
      const [name, part] = [readText(cells[index]).toLowerCase(), readText(cells[other]).toLowerCase()];
      return name && part ? [name.includes(part) && name !== part] : [];
    });
    const isWhole = both.filter(Boolean).length > both.length / 2;
    const meaning = `${person}.${first >= 0 ? 'last' : 'first'}`;
    return isWhole || !isMeaning(meaning) ? fate : meaning;
  });

type Precious = 'health' | 'contact' | 'phone' | 'email' | 'balance';

const healthWords =
  /asthma|asma\b|allerg|alerg|epilep|epi-?pen|inhal|diabet|c[oe]?eliac|zöliak|autis|adh[ds]|seizure|anaphyl|peanut|erdnuss|arachide|cacahuete|pinda|medicat|medikament/i;

export interface ShownColumn {
  readonly heading: string;
  readonly count: number;
  readonly examples: readonly string[];
  readonly looksLike: Precious | null;
}

/** Names the kinds of data that must not be left out unnoticed (IMP-05). */
export const describeColumns = (table: FileTable): ShownColumn[] => {
  const { countOf, share, some, examplesOf } = columnsOf(table);
  return table.heading.map((heading, index) => {
    const { property, person, isOther } = readHeading(heading);
    const isSure = !isOther && property !== null && property !== 'several';
    const looksLike = (): Precious | null => {
      if (countOf(index) === 0) return null;
      if (property === 'health' || some(index, (cell) => healthWords.test(cell))) return 'health';
      if (person === 'contact') return 'contact';
      if (property === 'several') return 'contact';
      if (property === 'balance' && share(index, looksLikeAmount) > 0) return 'balance';
      if (share(index, isEmailCell) >= 0.2) return 'email';
      if (isSure && property === 'email') return 'email';
      if ((property === 'phone' && share(index, isPhone) > 0) || share(index, isStrictPhone) >= 0.2)
        return 'phone';
      return null;
    };
    return {
      heading: heading || `Column ${index + 1}`,
      count: countOf(index),
      examples: examplesOf(index),
      looksLike: looksLike(),
    };
  });
};
