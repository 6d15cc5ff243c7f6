import { readXlsx, writeXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { sha256 } from '#functions/lib/dynamo/items';
import { routes } from '#shared/contract/routes';
import { findFamilyTable, guessFamilyColumns } from '#shared/families/guess-columns';
import { importFamiliesSchema, importLimits } from '#shared/families/import';
import { findDoubts } from '#shared/families/import-doubts';
import { type FileFamily, groupFamilies } from '#shared/families/import-groups';
import { familyReader, readFamilyRows } from '#shared/families/import-rows';
import { type Cells, delimiters } from '#shared/lib/file-table';
import { calendarDateSchema } from '#shared/lib/values';
import { readBook } from '../../../web/src/features/admin/tables/workbook.ts';
import { adminApi } from '../../testing/services/admin-api.ts';
import { memberSteps } from '../../testing/services/member-system.ts';
import { startSystem } from '../../testing/services/system.ts';
import { type Figures, median, readsAndWrites, rounded } from './report.ts';

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

/** The processor's time, which other work on the machine does not lengthen. */
const secondsOf = async (run: () => unknown): Promise<number> => {
  const sample: number[] = [];
  for (let count = 0; count < repetitions; count += 1) {
    const begun = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(begun);
    sample.push((user + system) / 1e6);
  }
  return median(sample);
};

/** The most that a choice takes, as a multiple of reading the workbook alone: 0.17 s where that takes 0.021 s, as it did in 2026. */
const mostOfReading = 8;

const today = calendarDateSchema.parse('2026-11-29');

const tableOf = (readings: readonly Cells[]) => {
  const table = findFamilyTable(readings);
  if (!table) throw new Error('No table was found');
  return { table, columns: guessFamilyColumns(table, today) };
};

const read = async (readings: readonly Cells[]): Promise<readonly FileFamily[]> => {
  const { table, columns } = tableOf(readings);
  const { rows } = await readFamilyRows(table, { columns, order: 'day-first', today });
  return groupFamilies(rows, new Map()).families;
};

/** What the screen does with 2,000 children while the browser stands still, as multiples of reading the workbook alone. */
const measureReading = async () => {
  const text = Papa.unparse(fileRows);
  const bytes = Uint8Array.from(await writeXlsx({ sheets: [{ name: 'Families', rows: fileRows }] }));
  const ofText = delimiters.map((delimiter) => Papa.parse<string[]>(text, { delimiter }).data);
  const most = { lines: importLimits.fileLines, columns: importLimits.fileColumns };
  const answer = await readBook(bytes, most);
  if ('issue' in answer) throw new Error(answer.issue);
  const ofBook = answer.sheets.map(({ cells }) => cells);
  const [fromText, fromBook] = await Promise.all([ofText, ofBook].map(read));
  if (!fromText || JSON.stringify(fromText) !== JSON.stringify(fromBook))
    throw new Error('The workbook has other families than the CSV file');
  const { table, columns } = tableOf(ofText);
  const alone = await secondsOf(() => readXlsx(bytes));
  const measured = {
    'workbook: a choice of a sheet': () => tableOf(ofBook),
    'CSV: read alone': () => Papa.parse(text),
    'CSV: a choice of a heading': () => tableOf(ofText),
    'a choice of a column': () => {
      const understood = familyReader(table)({ columns, order: 'day-first', today });
      return findDoubts(table, columns, understood, today);
    },
  };
  const rows: Figures['rows'][number][] = [
    { name: 'workbook: read alone', seconds: rounded(alone, 3), multiple: 1 },
  ];
  const failures: string[] = [];
  for (const [name, run] of Object.entries(measured)) {
    const seconds = await secondsOf(run);
    const multiple = rounded(seconds / alone);
    rows.push({ name, seconds: rounded(seconds, 3), multiple });
    if (name.includes('choice') && multiple > mostOfReading)
      failures.push(
        `import: ${name} takes ${multiple} times what reading the workbook alone takes; the most is ${mostOfReading}`,
      );
  }
  return { rows, failures, families: fromText };
};

export const measureImport = async (): Promise<Figures> => {
  const { rows: reading, failures, families: all } = await measureReading();
  const system = await startSystem(memberSteps);
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
      rows.push({
        name,
        seconds: rounded((performance.now() - begun) / 1000),
        requests: cost.length,
        ...readsAndWrites(cost, 0),
      });
    };
    await step('dry run', 'lookUpFamilies', 'new');
    await step('import', 'importFamilies', 'new');
    await step('import, repeated', 'importFamilies', 'same');
    return {
      title: 'Bringing families',
      method: `${all.length} families with ${families * childrenOfFamily} children, by CSV and by workbook: both give the same families. Of reading and choices the seconds are those of the processor, and the multiple is of reading the workbook alone. Then parts of ${importLimits.rowsAtOnce} rows one after the other, on the local engine.`,
      rows: [...reading, ...rows],
      failures,
    };
  } finally {
    await system.stop();
  }
};
