import type { FileRow, FileTable } from '#shared/lib/file-table';
import { textKey } from '#shared/lib/fold-text';
import type { CalendarDate } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { type DayOrder, dayOrderOf } from '../bank/cells.ts';
import { bankRowIdOf, cutText } from '../ledger/references.ts';
import { type ImportedAdult, type ImportedChild, type ImportRowId, importRowIdSchema } from './import.ts';
import {
  balanceIn,
  birthDateIn,
  emailsIn,
  isDenial,
  isYes,
  nameInOrder,
  phonesIn,
  type ReadCell,
  readName,
  readText,
} from './import-cells.ts';
import {
  adultNumbers,
  childNumbers,
  type FamilyColumns,
  healthFields,
  type Meaning,
} from './import-columns.ts';
import { fullNameSchema } from './profile-input.ts';

/** A reason that a third of the rows share is doubtful (IMP-08). */
export type RefusalKind = 'contact' | 'child-name' | 'born' | 'family';

export interface RefusedRow extends FileRow {
  readonly reason: string;
  readonly kind: RefusalKind;
}

/** A cell, or a part of one, that no field takes (IMP-10). */
interface LeftCell {
  readonly heading: string;
  readonly text: string;
  readonly reason: string;
  /** Whether the office's note contains it too. */
  readonly isNoted: boolean;
}

export interface UnderstoodRow extends FileRow {
  readonly adults: readonly ImportedAdult[];
  readonly children: readonly ImportedChild[];
  readonly balance: number | null;
  /** Lines of the office's note: what no field takes, with its heading. */
  readonly office: readonly string[];
  readonly left: readonly LeftCell[];
}
export interface ReadRow extends UnderstoodRow {
  readonly id: ImportRowId;
}

class RowIssue extends Error {
  readonly kind: RefusalKind;
  constructor(kind: RefusalKind, reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/** `ask` where the file leaves the order of day and month open (IMP-01). */
export const birthdayOrderIn = ({ rows }: FileTable, columns: FamilyColumns): DayOrder | 'ask' => {
  const born = columns.flatMap((meaning, index) => (meaning?.endsWith('.born') ? [index] : []));
  const order = dayOrderOf(rows.flatMap(({ cells }) => born.map((index) => cells[index] ?? '')));
  if (order === 'either') return 'day-first';
  return order === 'open' ? 'ask' : order;
};

interface Reading {
  readonly columns: FamilyColumns;
  readonly order: DayOrder;
  readonly today: CalendarDate;
}

const columnsByMeaning = (columns: FamilyColumns): ReadonlyMap<Meaning, readonly number[]> => {
  const found = new Map<Meaning, number[]>();
  for (const [index, meaning] of columns.entries())
    if (meaning !== null && meaning !== 'ask') found.set(meaning, [...(found.get(meaning) ?? []), index]);
  return found;
};

/** "Ana Novak <ana@example.com>", as mail programs write. */
const isDisplayName = (cell: string, rest: string): boolean =>
  /<[^<>]+@[^<>]+>/.test(cell) && !/\d/.test(rest);

/** Caches, since cells of a column repeat and each choice of a column reads them again. */
const cacheByText = <Value>(read: (text: string) => Value) => {
  const known = new Map<string, Value>();
  return (text: string): Value => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    known.set(text, value);
    return value;
  };
};

/** How cells are read, each text once. */
const cellReader = () => ({
  said: cacheByText(readText),
  isDenial: cacheByText(isDenial),
  emails: cacheByText(emailsIn),
  phones: cacheByText(phonesIn),
  name: cacheByText((name) => {
    const read = fullNameSchema.safeParse(cutText(name, limits.personNameLength));
    return name !== '' && read.success ? read.data : '';
  }),
});

const rowReader = (
  heading: readonly string[],
  cell: ReturnType<typeof cellReader>,
  { columns, order, today }: Reading,
) => {
  const byMeaning = columnsByMeaning(columns);
  const nameOf = (index: number): string => heading[index] || `Column ${index + 1}`;

  return (cells: readonly string[]): Omit<UnderstoodRow, keyof FileRow> => {
    const office: string[] = [];
    const left: LeftCell[] = [];
    const leave = (index: number, text: string, reason: string, isNoted = false): void => {
      left.push({ heading: nameOf(index), text: cutText(text, 80), reason, isNoted });
    };
    /** Shown as left over, and kept for the office. */
    const noteLeftOver = (index: number, text: string, reason: string): void => {
      leave(index, text, reason, true);
      office.push(`${nameOf(index)}: ${text}`);
    };
    const cellsOf = (...some: readonly Meaning[]) =>
      some.flatMap((meaning) =>
        (byMeaning.get(meaning) ?? []).flatMap((index) => {
          const text = cell.said(cells[index] ?? '');
          return text === '' ? [] : [{ index, text }];
        }),
      );
    /** The first cell counts. Other values go to the office. */
    const readFirst = (reason: string, ...some: readonly Meaning[]) => {
      const [first, ...others] = cellsOf(...some);
      for (const { index, text } of others) if (text !== first?.text) noteLeftOver(index, text, reason);
      return first;
    };
    /** Cuts a text to its field's limit. The office gets the whole text. */
    const cutTo = (length: number, text: string, what: string): string => {
      if (text.length > length) {
        left.push({ heading: what, text, reason: 'is longer than it can be', isNoted: true });
        office.push(`${what}: ${text}`);
      }
      return cutText(text, length);
    };
    const namesOf = (meaning: Meaning) => [
      ...new Map(
        (byMeaning.get(meaning) ?? []).flatMap((index) => {
          const name = readName(cells[index]);
          return name === '' ? [] : [[name, index] as const];
        }),
      ),
    ];
    /** First and last name win over a column "Name" (IMP-06). */
    const fullName = (person: 'adult1' | 'adult2' | `child${(typeof childNumbers)[number]}`): string => {
      const [[whole] = ['']] = namesOf(`${person}.name`);
      const own = namesOf(`${person}.last`);
      const lasts = own.length > 0 ? own : namesOf('family.last').slice(0, 1);
      // With "Name" and "Surname", the first has the first name.
      const isGiven = whole !== '' && !whole.includes(' ') && lasts.length > 0;
      const first = namesOf(`${person}.first`)[0]?.[0] ?? (isGiven ? whole : '');
      const isSurname = first !== '' || own.length > 0;
      const last = isSurname ? lasts.map(([name]) => name) : [];
      const isWhole = whole !== '' && (first === '' || last.length === 0);
      const name = isWhole ? nameInOrder(whole) : [first, ...last].filter(Boolean).join(' ');
      const words = new Set(textKey(name).split(' '));
      for (const [part, index] of (['name', 'first', 'last'] as const).flatMap((field) =>
        namesOf(`${person}.${field}`),
      ))
        if (
          !textKey(part)
            .split(' ')
            .every((word) => words.has(word))
        )
          leave(index, part, 'is not in the name that counts');
      return cell.name(cutTo(limits.personNameLength, name, 'Name'));
    };
    /** The first usable value counts. */
    const valuesOf = (meaning: Meaning, read: (cell: string) => ReadCell, what: string) =>
      cellsOf(meaning).flatMap(({ index, text }) => {
        const { values, rest } = read(text);
        const isNoted = values.length > 0 && rest !== '' && !isDisplayName(text, rest);
        if (values.length === 0) noteLeftOver(index, text, `is no ${what}`);
        else if (isNoted) noteLeftOver(index, text, `has more than a ${what}`);
        return values.map((value) => ({ index, value, isNoted }));
      });

    const reach = adultNumbers.map((number) => ({
      full_name: fullName(`adult${number}`),
      emails: valuesOf(`adult${number}.email`, cell.emails, 'email'),
      phones: valuesOf(`adult${number}.phone`, cell.phones, 'phone number'),
    }));
    const [first, second] = reach;
    const hasSecond = Boolean(
      second && (second.full_name || second.emails.length + second.phones.length > 0),
    );
    /** Further values go to a second parent without one, else to the office's note (IMP-06). */
    const share = (key: 'emails' | 'phones', what: string): void => {
      for (const [at, one] of reach.entries()) {
        const further = one[key].splice(1).filter(({ value }) => value !== one[key][0]?.value);
        for (const other of further) {
          if (at === 0 && hasSecond && second?.[key].length === 0) second[key].push(other);
          else if (!other.isNoted) noteLeftOver(other.index, other.value, `is another ${what}`);
        }
      }
    };
    share('emails', 'email');
    share('phones', 'phone number');
    const adults = (first && second ? [first, second] : []).flatMap(({ full_name, emails, phones }) => {
      const [email = null, phone_number = ''] = [emails[0]?.value, phones[0]?.value];
      return full_name !== '' || email !== null || phone_number !== ''
        ? [{ full_name, email, phone_number }]
        : [];
    });

    const healthOf = (number: (typeof childNumbers)[number]): string | null => {
      const of = [`children.health`, `child${number}.health`] as const;
      const isOne = of.flatMap((meaning) => byMeaning.get(meaning) ?? []).length === 1;
      const texts = cellsOf(...of).map(({ index, text }) =>
        isOne && !isYes(text)
          ? text
          : `${nameOf(index).replace(/[?:.\s]+$/, '')}: ${text.replace(/[.\s]+$/, '')}`,
      );
      const joined = texts.join('. ');
      const [at] = cellsOf(...of);
      if (at && joined.length > limits.medicalConditionsLength)
        leave(at.index, joined.slice(limits.medicalConditionsLength), 'is longer than a note can be');
      return joined === '' ? null : cutText(joined, limits.medicalConditionsLength);
    };
    /** A column says that there is nothing to know, and no other one says more (IMP-09). */
    const isHealthDenied = (number: (typeof childNumbers)[number]): boolean =>
      ([`children.health`, `child${number}.health`] as const)
        .flatMap((meaning) => byMeaning.get(meaning) ?? [])
        .some((index) => cell.isDenial(cells[index] ?? ''));
    const contactOf = (number: (typeof childNumbers)[number]): ImportedChild['contact'] => {
      const read = (field: 'contactName' | 'contactRelation' | 'contactPhone') =>
        cellsOf(`child${number}.${field}`, `children.${field}`);
      // "Ruth Morgan 07700 900301 (grandmother)" in one cell.
      const named = read('contactName').map(({ index, text }) => {
        const [bracket = '', inside = ''] = /\(([^()\d]+)\)/.exec(text) ?? [];
        const outside = text.replace(bracket, ' ').trim();
        const { values, rest } = cell.phones(outside);
        return { index, text, values, inside, name: values.length > 0 ? rest : outside };
      });
      const phones = [
        ...read('contactPhone').flatMap(({ index, text }) => {
          const { values, rest } = cell.phones(text);
          const isNoted = values.length === 0 || rest !== '';
          if (isNoted) noteLeftOver(index, text, 'has more than a phone number, or none');
          return values.map((value) => ({ index, value, isNoted }));
        }),
        ...named.flatMap(({ index, values }) => values.map((value) => ({ index, value, isNoted: false }))),
      ];
      const relation = [
        ...new Set([
          ...read('contactRelation').map(({ text }) => text),
          ...named.map(({ inside }) => inside).filter(Boolean),
        ]),
      ].join(', ');
      const name = nameInOrder([...new Set(named.map((one) => one.name).filter(Boolean))].join(' '));
      const [phone, ...further] = phones;
      for (const { index, value, isNoted } of further)
        if (value !== phone?.value && !isNoted) noteLeftOver(index, value, 'is another phone number');
      if (!phone) {
        for (const { index, text } of [...read('contactName'), ...read('contactRelation')])
          noteLeftOver(index, text, 'is a contact without a phone number');
        return null;
      }
      return {
        name: cutTo(limits.personNameLength, name, 'Emergency contact'),
        relation: cutTo(limits.relationLength, relation, 'Emergency contact, relation'),
        phone_number: phone.value,
      };
    };
    /** Data about a child that the row does not have. A health note is never kept with the family. */
    const leaveChildless = (whose: 'children' | `child${(typeof childNumbers)[number]}`): void => {
      for (const { index, text } of cellsOf(...healthFields.map((field) => `${whose}.${field}` as const)))
        leave(index, text, 'is of a child that the row does not have');
    };
    const issues: RowIssue[] = [];
    const children = childNumbers.flatMap((number): ImportedChild[] => {
      const name = fullName(`child${number}`);
      const born = readFirst('is another date of birth', `child${number}.born`);
      if (name === '' && !born) {
        leaveChildless(`child${number}`);
        return [];
      }
      const read = born && birthDateIn(born.text, order, today);
      if (name === '')
        issues.push(new RowIssue('child-name', 'A date of birth without the name of the child'));
      else if (!read) issues.push(new RowIssue('born', `No date of birth of ${name}`));
      else if ('issue' in read) issues.push(new RowIssue('born', read.issue));
      else {
        const medical_conditions = healthOf(number);
        return [
          {
            name,
            date_of_birth: read.born,
            medical_conditions,
            ...(medical_conditions === null && isHealthDenied(number) && { nothing_to_know: true }),
            contact: contactOf(number),
            is: null,
          },
        ];
      }
      return [];
    });
    const [issue] = issues;
    if (issue && children.length === 0) throw issue;
    for (const other of issues)
      left.push({ heading: 'A child', text: '', reason: other.message, isNoted: false });
    if (children.length === 0) leaveChildless('children');
    if (adults.every(({ email, phone_number }) => email === null && phone_number === '')) {
      const unusable = left.find(({ reason }) => /^is no /.test(reason));
      throw new RowIssue(
        'contact',
        unusable
          ? `${unusable.heading} “${cutText(unusable.text, 60)}” ${unusable.reason}`
          : 'Neither an email nor a phone number of a parent',
      );
    }
    const owed = readFirst('is another balance', 'balance');
    const balance = owed ? balanceIn(owed.text) : { cents: null };
    if (owed && 'issue' in balance) noteLeftOver(owed.index, owed.text, `is not imported. ${balance.issue}`);
    for (const { index, text } of cellsOf('office')) office.push(`${nameOf(index)}: ${text}`);
    return {
      adults,
      children,
      balance: 'cents' in balance ? balance.cents : null,
      office: [...new Set(office)],
      left: [...new Map(left.map((one) => [JSON.stringify(one), one])).values()],
    };
  };
};

export interface Understood {
  readonly rows: readonly UnderstoodRow[];
  readonly refused: readonly RefusedRow[];
}

/** Also the rows of which no family can be made, with the reason (IMP-01, IMP-10). Called for each choice of columns. */
export const familyReader = (table: FileTable) => {
  const cell = cellReader();
  return (reading: Reading): Understood => {
    const read = rowReader(table.heading, cell, reading);
    const rows: UnderstoodRow[] = [];
    const refused: RefusedRow[] = [];
    for (const { line, cells } of table.rows) {
      try {
        rows.push({ line, cells, ...read(cells) });
      } catch (error) {
        if (!(error instanceof RowIssue)) throw error;
        refused.push({ line, cells, kind: error.kind, reason: error.message });
      }
    }
    return { rows, refused };
  };
};

/** A row's id is made of all its cells and its number among equal rows: named columns do not change it. */
export const readFamilyRows = async (
  table: FileTable,
  reading: Reading,
): Promise<{ readonly rows: readonly ReadRow[]; readonly refused: readonly RefusedRow[] }> => {
  const seen = new Map<string, number>();
  const numbers = new Map(
    table.rows.map(({ line, cells }) => {
      const text = JSON.stringify(cells);
      const number = (seen.get(text) ?? 0) + 1;
      seen.set(text, number);
      return [line, `family ${text} ${number}`];
    }),
  );
  const { rows, refused } = familyReader(table)(reading);
  const read: ReadRow[] = [];
  for (const row of rows)
    read.push({ ...row, id: importRowIdSchema.parse(await bankRowIdOf(numbers.get(row.line) ?? '')) });
  return { rows: read, refused };
};
