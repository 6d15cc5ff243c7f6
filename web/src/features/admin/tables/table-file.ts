import Papa from 'papaparse';
import { type Cells, delimiters, type FileTable, type HeadingChoice } from '#shared/lib/file-table';
import { trustedWorker } from '../../../lib/browser/trusted-types.ts';
import type { BookAnswer, FileLimits } from './workbook.ts';
import workbookWorker from './workbook-worker.ts?worker&url';

const utf16 = [
  { encoding: 'utf-16le', signature: [0xff, 0xfe] },
  { encoding: 'utf-16be', signature: [0xfe, 0xff] },
] as const;

/** The first bytes of spreadsheets, whatever their names: a zip archive, and an older format. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** The largest workbook is read in seconds; a malicious one could take for ever. */
const longestReadMs = 60_000;

const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** Programs that cut a text after a number of bytes can cut a letter: most letters of the file are whole then. */
const isMostlyWhole = (text: string): boolean => {
  const count = (shape: RegExp) => text.match(shape)?.length ?? 0;
  return count(/[^\p{ASCII}\uFFFD]/gu) > count(/\uFFFD/g);
};

/** UTF-16 where the first bytes say so, else UTF-8, else the encoding of older programs of Windows. */
export const decodeFile = (bytes: Uint8Array): string => {
  const encoded = utf16.find(({ signature }) => beginsWith(bytes, signature));
  if (encoded) return new TextDecoder(encoded.encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    return isMostlyWhole(text) ? text : new TextDecoder('windows-1252').decode(bytes);
  }
};

const parse = (text: string, delimiter: string, quoteChar = '"') => {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, quoteChar });
  const isUnclosed = errors.some(({ code }) => code === 'MissingQuotes');
  const isOverLines = errors.some(
    ({ code, row = -1 }) => code === 'InvalidQuotes' && data[row]?.some((cell) => /[\r\n]/.test(cell)),
  );
  return { data, isUnclosed, isOverLines };
};

/** A cell that begins with a word in quotes, such as `"Leo" Novak`. */
const quotedWord = (delimiter: string): RegExp =>
  new RegExp(
    `(?<=^|[${delimiter}])"[^"\\r\\n]*"[^"\\r\\n${delimiter}]*[^"\\s${delimiter}](?=[${delimiter}]|\\r?$)`,
    'gm',
  );

/** A quoted word, or an unclosed quote, would take later rows into its cell: then these quotes are letters, at last all. */
const splitText = (text: string): Cells[] =>
  delimiters.map((delimiter) => {
    const read = parse(text, delimiter);
    if (!read.isUnclosed && !read.isOverLines) return read.data;
    const escaped = text.replace(quotedWord(delimiter), (cell) => `"${cell.replaceAll('"', '""')}"`);
    const again = parse(escaped, delimiter);
    return again.isUnclosed ? parse(text, delimiter, '\0').data : again.data;
  });

export interface Reading<Table extends FileTable> {
  readonly most: FileLimits & { readonly bytes: number; readonly rows: number };
  readonly findTable: (readings: readonly Cells[], heading?: HeadingChoice) => Table | undefined;
  readonly needed: string;
  readonly advice: string;
}

/** A text file has one sheet without a name. */
export interface OpenSheet {
  readonly name: string;
  readonly lines: number;
  readonly columns: number;
  readonly readings: readonly Cells[];
  readonly notes: readonly string[];
}

export interface OpenFile {
  readonly sheets: readonly OpenSheet[];
  readonly leftOut: readonly string[];
}

type ReadWorkbook = (bytes: Uint8Array, most: FileLimits, signal: AbortSignal) => Promise<BookAnswer>;

/** Reads a workbook in a worker, so that the screen stays usable. The first chosen workbook loads the reader. */
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

/** Opens a text or a workbook by its contents, unless it is too large. @returns the problem, where it cannot be opened */
export const openFile = async (
  file: File,
  { most, advice }: Pick<Reading<FileTable>, 'most' | 'advice'>,
  signal: AbortSignal,
  readWorkbook = readInWorker,
): Promise<OpenFile | string> => {
  if (file.size > most.bytes) return `This file is larger than ${most.bytes / 1_000_000} MB. ${advice}`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!workbooks.some((signature) => beginsWith(bytes, signature))) return readText(bytes, most);
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

/** The table of a sheet, or its problem. @param heading the line that a person chose */
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

const spareBytes = 500;

export const batchesOf = <Row>(
  rows: readonly Row[],
  most: { readonly rows: number; readonly bytes: number },
  weightOf: (row: Row) => number = () => 1,
): Row[][] => {
  const batches: Row[][] = [];
  let [bytes, weight] = [0, 0];
  for (const row of rows) {
    const size = new TextEncoder().encode(JSON.stringify(row)).length + 1;
    const batch = batches.at(-1);
    const fits = bytes + size <= most.bytes - spareBytes && weight + weightOf(row) <= most.rows;
    if (batch && fits) {
      batch.push(row);
      bytes += size;
      weight += weightOf(row);
    } else {
      batches.push([row]);
      [bytes, weight] = [size, weightOf(row)];
    }
  }
  return batches;
};
