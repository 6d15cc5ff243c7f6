/** A cell of a CSV file. Money and dates are formatted texts. */
export type CsvCell = string | number | null;

/**
 * Spreadsheets evaluate a cell that begins with one of these as a formula. A leading apostrophe makes it text (OWASP,
 * "CSV Injection"). Some programs convert full-width forms first, so these count too.
 */
const formulaStart = /^(?:[\s"]*[=+\-@＝＋－＠]|[\t\r])/u;

/**
 * A program whose language separates cells by semicolons or tabs splits a cell of this file there: a quotation mark that
 * does not begin its cell quotes nothing. So the text behind a separator or line break can be a cell of its own.
 */
const formulaInside = /(?<=[,;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/gu;

const toCell = (cell: CsvCell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(formulaInside, "'").replace(formulaStart, "'$&");
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Excel reads a file as UTF-8 only with a byte order mark. */
const byteOrderMark = '\uFEFF';

/** The content of a CSV file (RFC 4180), safe against formula injection. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  byteOrderMark + [header, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
