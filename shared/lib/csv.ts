import { readPhone } from './phone-number.ts';

/** A number, or text that no spreadsheet takes for anything else. */
interface ExactCell {
  readonly exact: string;
}

export type CsvCell = string | number | ExactCell | null;

/** Two decimals without a currency sign, so that spreadsheets add it up. */
export const amountCell = (cents: number): ExactCell => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return { exact: `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` };
};

/** Digits grouped as thousands in some language, or as in a date. */
const thousandsOrDate = /^\+?\d+(?: \d{3})*$|^(?:\D*\d){1,8}\D*$/;

/**
 * Spreadsheets take digits in a row for a number, which loses the first 0 and the +, and compute with hyphens and slashes.
 * Digits with spaces, not grouped as thousands, are text in every language. Text without a phone number is free text.
 */
export const phoneCell = (text: string | null): CsvCell => {
  const number = text === null ? 'invalid' : readPhone(text);
  if (text === null || typeof number === 'string') return text;
  const grouped = text
    .replace(/\((\d{2,}|[1-9])\)/g, ' $1 ')
    .replace(/[-./\s]+/g, ' ')
    .trim();
  if (/\d \d/.test(grouped) && !thousandsOrDate.test(grouped)) return { exact: grouped };
  const { dialled, extension } = number;
  const last = dialled.length > 8 ? -6 : -4;
  return { exact: `${dialled.slice(0, last)} ${dialled.slice(last)}${extension && ` x${extension}`}` };
};

/** Some spreadsheets convert full-width forms first. */
const formulaSign = /^[\s"]*([=＝@＠+\-＋－])(.*)$/su;

/** Only digits after a sign are no formula: "+44 cmd|…" begins like one. */
const digitsAlone = /^\s*(?:\d[\d\s().,]*)?$/u;

const isFormula = (text: string): boolean => {
  const [, sign = '', rest = ''] = formulaSign.exec(text) ?? [];
  if (/[+\-＋－]/.test(sign)) return !digitsAlone.test(rest);
  return /[\p{L}\p{N}]/u.test(rest);
};

/** A list in a text may have a hyphen at each line: only what calls something is a formula there. */
const isInnerFormula = (text: string): boolean =>
  /^[\s"]*[=＝@＠]/u.test(text) || (isFormula(text) && /[(|!]/.test(text));

/** Programs with other separators split a cell there: text behind a separator or line break can be a cell of its own. */
const innerCell = /(?<=[;|\t\r\n])(?=([^;\t\r\n]+))/gu;

/** An apostrophe before a formula makes it text (OWASP, "CSV Injection"). */
const withoutFormulas = (text: string): string => {
  const inside = text.replace(innerCell, (_, part: string) => (isInnerFormula(part) ? "'" : ''));
  return isFormula(text) ? `'${inside}` : inside;
};

/** Free text that is only a phone number stays one. */
const toTypedCell = (text: string): CsvCell => (/^[+0]/.test(text) ? phoneCell(text) : text);

const toCell = (cell: CsvCell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const typed = typeof cell === 'string' ? toTypedCell(cell) : cell;
  const text = typeof typed === 'object' && typed ? typed.exact : withoutFormulas(String(typed));
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Excel reads UTF-8 only with a byte order mark. */
const byteOrderMark = '\uFEFF';

/** RFC 4180, safe against formula injection. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  byteOrderMark + [header, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
