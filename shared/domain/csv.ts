/** What a cell may hold. Money and dates come as the texts people read. */
export type CsvCell = string | number | null;

/**
 * Spreadsheets run a cell that begins with one of these as a formula, wherever the text came from. A leading
 * apostrophe makes it text (OWASP, "CSV Injection"). Full-width forms count: some programs fold them first.
 */
const formulaStart = /^[\s]*[=+\-@\t\r＝＋－＠]/u;

const toCell = (cell: CsvCell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Excel reads UTF-8 only where the file says so. */
const byteOrderMark = '\uFEFF';

/** A CSV file (RFC 4180) that every spreadsheet reads as text and none runs. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  byteOrderMark + [header, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
