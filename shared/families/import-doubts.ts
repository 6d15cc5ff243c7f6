import type { FileTable } from '#shared/lib/file-table';
import { textKey } from '#shared/lib/fold-text';
import { counted, listed } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { readBankDay } from '../bank/cells.ts';
import type { FamilyColumns } from './import-columns.ts';
import type { RefusalKind, Understood, UnderstoodRow } from './import-rows.ts';

/** Something that cannot be right, with its columns (IMP-08). */
export interface Doubt {
  readonly text: string;
  readonly columns: readonly number[];
}

const adultYears = 18;
/** A share of fewer rows says nothing. */
const minRows = 3;

const nameOfChild = /^child\d\.(?:name|first|last)$|^family\.last$/;
const nameOfAdult = /^adult\d\.(?:name|first|last)$|^family\.last$/;
const columnsOfRefusal: Readonly<Record<RefusalKind, RegExp>> = {
  contact: /^adult\d\.(?:email|phone)$/,
  'child-name': nameOfChild,
  born: /^child\d\.born$/,
  family: nameOfAdult,
};

const isLetter = (name: string): boolean => textKey(name).length === 1;
const reachOf = ({ adults }: UnderstoodRow): string =>
  adults.map(({ email, phone_number }) => email ?? phone_number).join(' ');

/** Shown before anything is stored. */
export const findDoubts = (
  table: FileTable,
  columns: FamilyColumns,
  { rows, refused }: Understood,
  today: CalendarDate,
): Doubt[] => {
  const doubts: Doubt[] = [];
  const columnsOf = (...some: readonly RegExp[]) =>
    columns.flatMap((one, index) => (one !== null && some.some((words) => words.test(one)) ? [index] : []));
  const doubt = (text: string, found: readonly number[]) => {
    const names = found.map((index) => `“${table.heading[index] || `Column ${index + 1}`}”`);
    doubts.push({
      text: `${text}. Please look at ${found.length === 1 ? 'the column' : 'the columns'} ${listed(names)}.`,
      columns: found,
    });
  };

  const withBoth = rows.filter(
    ({ adults, children }) => adults.some((one) => one.full_name) && children.length > 0,
  );
  const alike = withBoth.filter(({ adults, children }) =>
    adults.some(({ full_name }) => children.some(({ name }) => textKey(name) === textKey(full_name))),
  );
  if (alike.length > 0 && alike.length * 5 >= withBoth.length)
    doubt(
      `In ${counted(alike.length, 'row', 'rows')} the parent and the child have the same name`,
      columnsOf(nameOfChild, nameOfAdult),
    );

  const familiesByName = new Map<string, { readonly name: string; readonly reached: Set<string> }>();
  for (const row of rows)
    for (const { name } of row.children) {
      const known = familiesByName.get(textKey(name)) ?? { name, reached: new Set() };
      known.reached.add(reachOf(row));
      familiesByName.set(textKey(name), known);
    }
  const most = [...familiesByName.values()].toSorted(
    (one, other) => other.reached.size - one.reached.size,
  )[0];
  if (most && most.reached.size >= minRows && most.reached.size * 10 >= rows.length)
    doubt(`A child named “${most.name}” is in ${most.reached.size} families`, columnsOf(nameOfChild));

  const letters = (names: readonly string[]) => names.filter(isLetter).length;
  const children = letters(rows.flatMap((row) => row.children.map(({ name }) => name)));
  if (children > 0)
    doubt(
      `${counted(children, 'name of a child has', 'names of children have')} one letter`,
      columnsOf(nameOfChild),
    );
  const adults = letters(rows.flatMap((row) => row.adults.map(({ full_name }) => full_name)));
  if (adults > 0)
    doubt(
      `${counted(adults, 'name of a parent has', 'names of parents have')} one letter`,
      columnsOf(nameOfAdult),
    );

  for (const kind of ['contact', 'child-name', 'born'] as const) {
    const same = refused.filter((row) => row.kind === kind);
    if (table.rows.length < minRows || same.length * 3 < table.rows.length) continue;
    const [first] = same;
    doubt(
      `${same.length} of ${table.rows.length} rows are refused, such as row ${first?.line}: ${first?.reason}`,
      columnsOf(columnsOfRefusal[kind]),
    );
  }

  const youngest = `${Number(today.slice(0, 4)) - adultYears}${today.slice(4)}`;
  for (const index of columnsOf(/\.born$/)) {
    const born = table.rows.flatMap(
      ({ cells }) =>
        readBankDay(cells[index] ?? '', 'day-first') ?? readBankDay(cells[index] ?? '', 'month-first') ?? [],
    );
    const grown = born.filter((day) => day < youngest).length;
    if (grown * 2 > born.length) doubt(`${grown} of ${born.length} dates of birth are of adults`, [index]);
  }
  return doubts;
};

interface CountedFamily {
  readonly adults: readonly { readonly email: string | null; readonly phone_number: string }[];
  readonly children: readonly {
    readonly medical_conditions: string | null;
    readonly nothing_to_know?: true | undefined;
    readonly contact: object | null;
  }[];
  readonly balance: number | null;
  readonly office: readonly string[];
}

/** "212 children, 48 with health notes", "187 phones": a part for each kind that occurs. */
export const countThings = (families: readonly CountedFamily[]): string[] => {
  const children = families.flatMap((one) => one.children);
  const adults = families.flatMap((one) => one.adults);
  const notes = children.filter((one) => one.medical_conditions !== null).length;
  const things: readonly (readonly [number, string])[] = [
    [
      children.length,
      `${counted(children.length, 'child', 'children')}, ${notes === 0 ? 'none' : notes} with a health note`,
    ],
    ...(
      [
        [
          children.filter(({ nothing_to_know }) => nothing_to_know).length,
          'answer “Nothing to know”',
          'answers “Nothing to know”',
        ],
        [adults.filter(({ email }) => email !== null).length, 'email', 'emails'],
        [adults.filter(({ phone_number }) => phone_number !== '').length, 'phone', 'phones'],
        [families.filter((one) => one.adults.length > 1).length, 'second parent', 'second parents'],
        [
          children.filter(({ contact }) => contact !== null).length,
          'emergency contact',
          'emergency contacts',
        ],
        [families.filter(({ balance }) => balance !== null).length, 'opening balance', 'opening balances'],
        [
          families.filter(({ office }) => office.length > 0).length,
          'note for the office',
          'notes for the office',
        ],
      ] as const
    ).map(([count, one, many]) => [count, counted(count, one, many)] as const),
  ];
  return things.flatMap(([count, text]) => (count > 0 ? [text] : []));
};

/** Texts of rows that neither a field nor the office's note contains (IMP-05). */
export const countLost = (rows: readonly Pick<UnderstoodRow, 'left'>[]): string[] => {
  const lost = rows.flatMap(({ left }) => left.filter(({ isNoted }) => !isNoted));
  return lost.length === 0 ? [] : [counted(lost.length, 'text that no field has', 'texts that no field has')];
};
