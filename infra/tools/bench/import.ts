import { readXlsx, writeXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { sha256 } from '#functions/lib/dynamo/items';
import { unitsOf } from '#infra/testing/table/record-costs';
import { routes } from '#shared/contract/routes';
import { findFamilyTable, guessFamilyColumns } from '#shared/families/guess-columns';
import { importFamiliesSchema, importLimits } from '#shared/families/import';
import { type FileFamily, groupFamilies } from '#shared/families/import-groups';
import { readFamilyRows } from '#shared/families/import-rows';
import { type Cells, delimiters } from '#shared/lib/file-table';
import { calendarDateSchema } from '#shared/lib/values';
import { readBook } from '../../../web/src/features/admin/tables/workbook.ts';
import { adminApi, startMemberSystem } from '../../testing/services/admin-system.ts';
import { type Figures, median, rounded } from './report.ts';

const families = 1_000;
const childrenOfFamily = 2;
/** Each reading is measured some times: the first ones are slower in an engine that is cold. */
const repetitions = 7;

/** Surnames as people have them: few begin with the same letters, which is what the search reads together. */
const surnameOf = (index: number): string =>
  `${[...String(index).padStart(4, '0')]
    .toReversed()
    .map((digit) => 'bdfgklmnrt'[Number(digit)])
    .join('a')}son`;

/** The rows of a file: one for each child. One family of ten owes something. */
const fileRows = [
  ['Parent name', 'Email', 'Phone', 'Child name', 'Date of birth', 'Balance'],
  ...Array.from({ length: families }, (_, index) =>
    Array.from({ length: childrenOfFamily }, (_child, child) => [
      `Parent ${surnameOf(index)}`,
      `parent${index}@example.com`,
      `07${String(index).padStart(9, '0')}`,
      `Child${child} ${surnameOf(index)}`,
      '2018-04-03',
      index % 10 === 0 ? '10.00' : '',
    ]),
  ).flat(),
];

const millisecondsOf = async (run: () => unknown): Promise<number> => {
  const sample: number[] = [];
  for (let count = 0; count < repetitions; count += 1) {
    const begun = performance.now();
    await run();
    sample.push(performance.now() - begun);
  }
  return median(sample);
};

const today = calendarDateSchema.parse('2026-11-29');

const read = async (readings: readonly Cells[]): Promise<readonly FileFamily[]> => {
  const table = findFamilyTable(readings);
  if (!table) throw new Error('No table was found');
  const reading = { columns: guessFamilyColumns(table, today), order: 'day-first', today } as const;
  const { rows } = await readFamilyRows(table, reading);
  return groupFamilies(rows, new Map()).families;
};

/**
 * What the screen does with a file of 2,000 children, as a multiple of reading the file alone: a choice of sheet or heading, in
 * which the browser stands still. A workbook is read beside the screen, so its reading is not among that.
 */
const measureReading = async () => {
  const text = Papa.unparse(fileRows);
  const bytes = Uint8Array.from(await writeXlsx({ sheets: [{ name: 'Families', rows: fileRows }] }));
  const split = () => delimiters.map((delimiter) => Papa.parse<string[]>(text, { delimiter }).data);
  const most = { lines: importLimits.fileLines, columns: importLimits.fileColumns };
  const book = async () => {
    const answer = await readBook(bytes, most);
    if ('issue' in answer) throw new Error(answer.issue);
    return answer.sheets.map(({ cells }) => cells);
  };
  const kinds = [
    { name: 'CSV', alone: () => Papa.parse(text), readings: split() },
    { name: 'workbook', alone: () => readXlsx(bytes), readings: await book() },
  ];
  const [fromText, fromBook] = await Promise.all(kinds.map(({ readings }) => read(readings)));
  if (!fromText || JSON.stringify(fromText) !== JSON.stringify(fromBook))
    throw new Error('The workbook has other families than the CSV file');
  const rows: Figures['rows'][number][] = [];
  for (const { name, alone, readings } of kinds) {
    const reading = await millisecondsOf(alone);
    const choice = await millisecondsOf(() => {
      const table = findFamilyTable(readings);
      return table && guessFamilyColumns(table, today);
    });
    rows.push({ name: `${name}: read alone`, seconds: rounded(reading / 1000, 3), multiple: 1 });
    rows.push({
      name: `${name}: a choice`,
      seconds: rounded(choice / 1000, 3),
      multiple: rounded(choice / reading),
    });
  }
  return { rows, families: fromText };
};

/** What a row of one kind of figures has not. */
const none = '';

/** Measures an import of 2,000 children: reading its file, the dry run, the import, and its repetition. */
export const measureImport = async (): Promise<Figures> => {
  const { rows: reading, families: all } = await measureReading();
  const system = await startMemberSystem();
  try {
    const admin = adminApi({ table: system.table, clock: system.clock });
    const atOnce = importLimits.rowsAtOnce / childrenOfFamily;
    const rows: Figures['rows'][number][] = [];
    const step = async (name: string, route: 'lookUpFamilies' | 'importFamilies', state: string) => {
      const begun = performance.now();
      const { cost } = await system.table.measure(async () => {
        for (let from = 0; from < all.length; from += atOnce) {
          const part = all.slice(from, from + atOnce).map(({ lines: _, beyond: __, ...family }) => family);
          const body = importFamiliesSchema.parse({ import_id: sha256('bench'), families: part });
          const answer = await admin.call(route, { body });
          const decided = routes[route].response.parse(answer.body).families;
          if (decided.some((one) => one.state !== state))
            throw new Error(`${name}: a family is not ${state}`);
        }
      });
      const isWrite = ({ operation }: { readonly operation: string }) => /Write|Put|Update/.test(operation);
      rows.push({
        name,
        seconds: rounded((performance.now() - begun) / 1000),
        multiple: none,
        requests: cost.length,
        'read units': rounded(unitsOf(cost.filter((one) => !isWrite(one))), 0),
        'write units': rounded(unitsOf(cost.filter(isWrite)), 0),
      });
    };
    await step('dry run', 'lookUpFamilies', 'new');
    await step('import', 'importFamilies', 'new');
    await step('import, repeated', 'importFamilies', 'same');
    return {
      title: 'Bringing families',
      method: `${all.length} families with ${families * childrenOfFamily} children, by CSV and by workbook: both give the same families. "A choice" of a file, a sheet or a heading finds the table and guesses its columns; its multiple is of reading the file alone. Then parts of ${importLimits.rowsAtOnce} rows one after the other, on the local engine.`,
      rows: [
        ...reading.map((one) => ({ ...one, requests: none, 'read units': none, 'write units': none })),
        ...rows,
      ],
    };
  } finally {
    await system.stop();
  }
};
