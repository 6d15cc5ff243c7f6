/** A cell of a CSV file. Money and dates are formatted texts. */
export type CsvCell = string | number | null;

/**
 * Spreadsheets evaluate a cell that begins with one of these as a formula. A leading apostrophe makes it text (OWASP,
 * "CSV Injection"). Some programs convert full-width forms first, so these count too.
 */
const formulaStart = /^[\s]*[=+\-@\t\r＝＋－＠]/u;

const toCell = (cell: CsvCell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Excel reads a file as UTF-8 only with a byte order mark. */
const byteOrderMark = '\uFEFF';

/** The content of a CSV file (RFC 4180), safe against formula injection. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  byteOrderMark + [header, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
