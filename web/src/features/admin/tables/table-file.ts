import Papa from 'papaparse';
import { type Cells, delimiters, type FileTable, type HeadingChoice } from '#shared/lib/file-table';
import { trustedWorker } from '../../../lib/browser/trusted-types.ts';
import type { BookAnswer, FileLimits } from './workbook.ts';
import workbookWorker from './workbook-worker.ts?worker&url';

/** A file in UTF-16 begins with these bytes. */
const utf16 = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/** The files of Excel, Numbers and other programs begin so, whatever they are named: a zip archive, and an older format. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** A workbook of the largest size is read in seconds; one that was made to take long is given up. */
const longestReadMs = 60_000;

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

/** The text of a file: UTF-16 where its first bytes say so, else UTF-8, else what older programs of Windows write. */
export const decodeFile = (bytes: Uint8Array): string => {
  const marked = utf16.find(({ mark }) => begins(bytes, mark));
  if (marked) return new TextDecoder(marked.encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** A quote that nobody closed would take all rows after it into its cell: then quotes are letters. */
const splitText = (text: string): Cells[] =>
  delimiters.map((delimiter) => {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter });
    return errors.some(({ code }) => code === 'MissingQuotes')
      ? Papa.parse<string[]>(text, { delimiter, quoteChar: '\0' }).data
      : data;
  });

/** How the table of one kind of files is read. */
export interface Reading<Table extends FileTable> {
  readonly most: FileLimits & { readonly bytes: number; readonly rows: number };
  readonly findTable: (readings: readonly Cells[], heading?: HeadingChoice) => Table | undefined;
  /** What there is no table with: "a date or an amount". */
  readonly needed: string;
  /** What to do with a file that is too large. */
  readonly advice: string;
}

/** A sheet of a file that is open. A text file has one, without a name. */
export interface OpenSheet {
  readonly name: string;
  readonly lines: number;
  readonly columns: number;
  /** Its cells in each way in which they can be separated. Empty where it is too large. */
  readonly readings: readonly Cells[];
  /** What somebody has to know of it, as sentences. */
  readonly notes: readonly string[];
}

export interface OpenFile {
  readonly sheets: readonly OpenSheet[];
  /** The names of sheets that are not read. */
  readonly leftOut: readonly string[];
}

type ReadWorkbook = (bytes: Uint8Array, most: FileLimits, signal: AbortSignal) => Promise<BookAnswer>;

/** Reads a workbook beside the screen, which stays usable. The reader is loaded with the first workbook that is chosen. */
const readInWorker: ReadWorkbook = (bytes, { lines, columns }, signal) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(trustedWorker(workbookWorker), { type: 'module' });
    const end = () => {
      worker.terminate();
      clearTimeout(timer);
    };
    const timer = setTimeout(() => {
      end();
      resolve({
        issue:
          'This workbook takes too long to read. Please copy the sheet with your table into a new workbook.',
      });
    }, longestReadMs);
    worker.addEventListener('message', ({ data }: MessageEvent<BookAnswer>) => {
      end();
      resolve(data);
    });
    worker.addEventListener('error', () => {
      end();
      reject(new Error('The workbook reader failed'));
    });
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
    worker.postMessage({ bytes, most: { lines, columns } });
  });

const readText = (bytes: Uint8Array, most: FileLimits): OpenFile => {
  const text = decodeFile(bytes);
  const lines = text.split(/\r\n?|\n/).length;
  const readings = lines > most.lines ? [] : splitText(text);
  return { sheets: [{ name: '', lines, columns: 0, readings, notes: [] }], leftOut: [] };
};

/**
 * Opens a file with rows and columns, text or workbook, whatever its name is. One that is too large is not read.
 * @returns what is wrong with it, where it cannot be opened
 */
export const openFile = async (
  file: File,
  { most, advice }: Pick<Reading<FileTable>, 'most' | 'advice'>,
  signal: AbortSignal,
  readWorkbook = readInWorker,
): Promise<OpenFile | string> => {
  if (file.size > most.bytes) return `This file is larger than ${most.bytes / 1_000_000} MB. ${advice}`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!workbooks.some((mark) => begins(bytes, mark))) return readText(bytes, most);
  const book = await readWorkbook(bytes, most, signal);
  if ('issue' in book) return book.issue;
  return {
    sheets: book.sheets.map(({ cells, ...sheet }) => ({
      ...sheet,
      readings: cells.length > 0 ? [cells] : [],
    })),
    leftOut: book.leftOut,
  };
};

/** The table of a sheet, or what is wrong with it. @param heading the line that somebody chose */
export const tableIn = <Table extends FileTable>(
  { lines, columns, readings }: OpenSheet,
  { most, findTable, needed, advice }: Reading<Table>,
  heading?: HeadingChoice,
): Table | string => {
  const tooMany = (count: number, what: keyof FileLimits | 'rows', then: string) =>
    `This file has ${count} ${what}, and ${most[what]} can be read. ${then}`;
  if (lines > most.lines) return tooMany(lines, 'lines', advice);
  const tooWide = 'Please choose another export.';
  if (columns > most.columns) return tooMany(columns, 'columns', tooWide);
  const table = findTable(readings, heading);
  if (!table)
    return `No table with ${needed} was found in this file. Please choose a workbook or a text file with rows and columns, as CSV.`;
  if (table.rows.length > most.rows) return tooMany(table.rows.length, 'rows', advice);
  if (table.heading.length > most.columns) return tooMany(table.heading.length, 'columns', tooWide);
  return table;
};

/** What a request holds besides its rows. */
const spareBytes = 500;

/** Rows in parts that a request holds. @param weightOf how many of the rows of a part one of them is */
export const partsOf = <Row>(
  rows: readonly Row[],
  most: { readonly rows: number; readonly bytes: number },
  weightOf: (row: Row) => number = () => 1,
): Row[][] => {
  const parts: Row[][] = [];
  let [bytes, weight] = [0, 0];
  for (const row of rows) {
    const size = new TextEncoder().encode(JSON.stringify(row)).length + 1;
    const part = parts.at(-1);
    const fits = bytes + size <= most.bytes - spareBytes && weight + weightOf(row) <= most.rows;
    if (part && fits) {
      part.push(row);
      bytes += size;
      weight += weightOf(row);
    } else {
      parts.push([row]);
      [bytes, weight] = [size, weightOf(row)];
    }
  }
  return parts;
};
