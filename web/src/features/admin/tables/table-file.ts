import Papa from 'papaparse';
import { type Cells, delimiters, type FileTable } from '#shared/lib/file-table';

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

interface Reading<Table extends FileTable> {
  readonly most: {
    readonly bytes: number;
    readonly lines: number;
    readonly rows: number;
    readonly columns: number;
  };
  readonly findTable: (readings: readonly Cells[]) => Table | undefined;
  /** What there is no table with: "a date or an amount". */
  readonly needed: string;
  /** What to do with a file that is too large. */
  readonly advice: string;
}

/** The table of a text file with rows and columns, or what is wrong with the file. One that is too large is not read. */
export const readTableFile = async <Table extends FileTable>(
  file: File,
  { most, findTable, needed, advice }: Reading<Table>,
): Promise<Table | string> => {
  if (file.size > most.bytes) return `This file is larger than ${most.bytes / 1_000_000} MB. ${advice}`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (workbooks.some((mark) => begins(bytes, mark)))
    return 'This is a workbook, not a text file. Please open it in your spreadsheet program, choose “Save as” or “Export”, then CSV, and choose that file here.';
  const text = decodeFile(bytes);
  const lines = text.split(/\r\n?|\n/).length;
  if (lines > most.lines) return `This file has ${lines} lines, and ${most.lines} can be read. ${advice}`;
  const table = findTable(splitText(text));
  if (!table)
    return `No table with ${needed} was found in this file. Please choose a text file with rows and columns, as CSV.`;
  if (table.rows.length > most.rows)
    return `This file has ${table.rows.length} rows, and ${most.rows} can be read. ${advice}`;
  if (table.heading.length > most.columns)
    return `This file has ${table.heading.length} columns, and ${most.columns} can be read. Please choose another export.`;
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
