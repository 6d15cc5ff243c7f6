import { unzipSync } from 'fflate';
import type { Cell, CellValue, Sheet } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import { isCurrency } from '#shared/bank/cells';
import type { Cells } from '#shared/lib/file-table';
import { counted } from '#shared/lib/text';

export interface FileLimits {
  readonly lines: number;
  readonly columns: number;
}

interface BookSheet {
  readonly name: string;
  /** Up to the last row and column with a text. Empty where the sheet is too large. */
  readonly cells: Cells;
  readonly lines: number;
  readonly columns: number;
  readonly notes: readonly string[];
}

interface Book {
  readonly sheets: readonly BookSheet[];
  readonly leftOut: readonly string[];
}

export type BookAnswer = Book | { readonly issue: string };

/** The first byte of a workbook from before 2007, and of one with a password. */
const oldSignature = 0xd0;

/** Bytes of an unpacked workbook. More would exhaust a browser's memory: a file of 5 MB can unpack to 5 GB. */
const unpackedBytes = 64_000_000;

/** The digits of a format with leading zeros, such as phone numbers; undefined for any other format. */
const paddedDigits = (format: string): number | undefined => {
  const [positive = ''] = format.split(';');
  const digits = positive.replace(/"[^"]*"|\\.|[-\s()/]/g, '');
  return /^0[0#]+$/.test(digits) ? digits.length : undefined;
};

const currencyOf = (format: string): string => {
  const written = [...format.matchAll(/\[\$([^\]-]+)(?:-[^\]]*)?\]|"([^"]+)"|(\p{Sc})/gu)];
  const texts = written.map(([, code, quoted, sign]) => (code ?? quoted ?? sign ?? '').trim());
  return texts.find((text) => text !== '' && isCurrency(text)) ?? '';
};

/** Without exponent, and without the noise after 15 digits, which no spreadsheet shows. */
const plainNumber = (value: number): string =>
  Number.isSafeInteger(value)
    ? String(value)
    : value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 15 });

const numberText = (value: number, format: string): string => {
  const plain = plainNumber(value);
  const digits = paddedDigits(format);
  if (digits !== undefined && /^\d+$/.test(plain)) return plain.padStart(digits, '0');
  return `${currencyOf(format)}${plain}`;
};

const two = (number: number): string => String(number).padStart(2, '0');

/** A date, with its time if it has one. A time alone has the day before a workbook's first one. */
const dateText = (date: Date): string => {
  // Times are fractions of a day, so a minute can be off by a fraction of a second.
  const rounded = new Date(Math.round(date.getTime() / 1000) * 1000);
  const [day = '', time = ''] = rounded.toISOString().split('T');
  const clock = `${two(rounded.getUTCHours())}:${two(rounded.getUTCMinutes())}${/:00\./.test(time) ? '' : time.slice(5, 8)}`;
  if (rounded.getUTCFullYear() < 1900) return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
};

const cellText = (value: CellValue, cell: Cell | undefined): string => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value);
  if (typeof value === 'number') return numberText(value, cell?.style?.numFmt ?? '');
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // A program that writes formulas may leave their results to the next one.
  if (value === null || value === '') return cell?.formula ? `=${cell.formula}` : '';
  // A date may be written as text: "2018-04-03T00:00:00".
  return value.replace(/^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0+)?)?Z?$/, '$1');
};

/** A merged cell counts for each of its rows that has other cells. */
const fillMerges = (texts: string[][], { merges = [] }: Sheet): number => {
  let filled = 0;
  for (const { startRow, startCol, endRow } of merges) {
    const text = texts[startRow]?.[startCol];
    if (!text) continue;
    for (const row of texts.slice(startRow + 1, endRow + 1))
      if (row.some((cell) => cell !== '')) {
        row[startCol] = text;
        filled += 1;
      }
  }
  return filled;
};

const isFilled = (row: readonly string[] | undefined): boolean => row?.some((cell) => cell !== '') ?? false;

const hiddenNotes = (texts: Cells, { rowDefs, columns = [] }: Sheet): string[] => {
  const rows = [...(rowDefs ?? [])].filter(([row, { hidden }]) => hidden && isFilled(texts[row])).length;
  const hiddenColumns = columns.filter(
    ({ hidden }, column) => hidden && texts.some((row) => row[column]),
  ).length;
  return [
    ...(rows > 0 ? [`${counted(rows, 'row is', 'rows are')} hidden in this sheet, and read as well.`] : []),
    ...(hiddenColumns > 0
      ? [`${counted(hiddenColumns, 'column is', 'columns are')} hidden in this sheet, and read as well.`]
      : []),
  ];
};

const toSheet = (sheet: Sheet, most: FileLimits): BookSheet => {
  const { name } = sheet;
  const texts = sheet.rows.map((row, at) =>
    row.map((value, column) => cellText(value, sheet.cells?.get(`${at},${column}`))),
  );
  const merged = fillMerges(texts, sheet);
  const lines = texts.findLastIndex(isFilled) + 1;
  const columns = texts.reduce(
    (wide, row) => Math.max(wide, row.findLastIndex((cell) => cell !== '') + 1),
    0,
  );
  if (lines > most.lines || columns > most.columns) return { name, cells: [], lines, columns, notes: [] };
  const cells = texts.slice(0, lines).map((row) => row.slice(0, columns));
  return {
    name,
    cells,
    lines,
    columns,
    notes: [
      ...hiddenNotes(cells, sheet),
      ...(merged > 0 ? ['A cell that is merged over several rows counts for each of them.'] : []),
    ],
  };
};

class BookError extends Error {}

const saveAgain =
  'Please open it in your spreadsheet program, choose “Save as” or “Export”, then Excel workbook (.xlsx) or CSV, and choose that file here.';

const checkSizes = (bytes: Uint8Array): void => {
  let unpacked = 0;
  const names: string[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        names.push(name);
        // The library unpacks up to the declared size, so a file without one could have any.
        unpacked += originalSize === 0 && size > 2 ? Number.POSITIVE_INFINITY : originalSize;
        return false;
      },
    });
  } catch {
    throw new BookError(
      'This workbook is damaged: it was not saved, sent or downloaded whole. Please save it again.',
    );
  }
  if (!names.includes('[Content_Types].xml'))
    throw new BookError(`This file is packed, and no workbook of Excel. ${saveAgain}`);
  if (unpacked > unpackedBytes)
    throw new BookError(
      `This workbook is too large: unpacked it has more than ${unpackedBytes / 1_000_000} MB. Please copy the sheet with your table into a new workbook, or save it as CSV.`,
    );
};

/** An encrypted document of Office is no zip archive, but has this name in UTF-16. */
const encryptedName = [...'EncryptedPackage'].map((letter) => `${letter}\0`).join('');

const isEncrypted = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes).includes(encryptedName);

/** A sheet that cannot be read, such as a chart, does not affect the others. */
const readSheets = async (bytes: Uint8Array) => {
  const names: string[] = [];
  const options = { readStyles: true };
  try {
    const { sheets } = await readXlsx(bytes, { ...options, sheets: ({ name }) => names.push(name) > 0 });
    return { sheets, unreadable: [] };
  } catch {
    const each = await Promise.allSettled(
      names.map((name) => readXlsx(bytes, { ...options, sheets: [name] })),
    );
    return {
      sheets: each.flatMap((one) => (one.status === 'fulfilled' ? one.value.sheets : [])),
      unreadable: names.filter((_, index) => each[index]?.status === 'rejected'),
    };
  }
};

const readSound = async (bytes: Uint8Array, most: FileLimits): Promise<Book> => {
  if (bytes[0] === oldSignature)
    throw new BookError(
      isEncrypted(bytes)
        ? 'This workbook has a password. Please save it without one, or save the sheet as CSV.'
        : `This is a workbook in the old format of Excel (.xls). ${saveAgain}`,
    );
  checkSizes(bytes);
  const { sheets, unreadable } = await readSheets(bytes);
  const shown = sheets.filter(({ hidden, veryHidden }) => !hidden && !veryHidden);
  const chosen = shown.length > 0 ? shown : sheets;
  if (chosen.length === 0) throw new BookError(`No sheet of this workbook can be read. ${saveAgain}`);
  const hidden = sheets.filter((sheet) => !chosen.includes(sheet)).map(({ name }) => name);
  return { sheets: chosen.map((sheet) => toSheet(sheet, most)), leftOut: [...hidden, ...unreadable] };
};

/** Reads workbooks (IMP-04) as Excel, Google Sheets, LibreOffice and Numbers save them. */
export const readBook = async (bytes: Uint8Array, most: FileLimits): Promise<BookAnswer> => {
  try {
    return await readSound(bytes, most);
  } catch (error) {
    if (error instanceof BookError) return { issue: error.message };
    throw error;
  }
};
