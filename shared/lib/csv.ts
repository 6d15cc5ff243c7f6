import { readPhone } from './phone-number.ts';

/** A cell that is written as it is: a number, or text that no spreadsheet takes for anything else. */
interface ExactCell {
  readonly exact: string;
}

/** A cell of a CSV file: free text, a number, or one made by `amountCell` or `phoneCell`. */
export type CsvCell = string | number | ExactCell | null;

/** An amount as a number of dollars with two decimals, without a currency sign, so that spreadsheets add it up. */
export const amountCell = (cents: number): ExactCell => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return { exact: `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` };
};

/** Digits in groups as some languages group thousands, or as a date may have. */
const thousandsOrDate = /^\+?\d+(?: \d{3})*$|^(?:\D*\d){1,8}\D*$/;

/**
 * A phone number as text: spreadsheets take digits in a row for a number, which loses the first 0 and the +, and compute
 * with hyphens and slashes. Digits with spaces between, not grouped as thousands, are text for all of them, in every
 * language. A text that is no phone number is free text.
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

/** What spreadsheets can take for the beginning of a formula. Some convert full-width forms first. */
const formulaSign = /^[\s"]*([=＝@＠+\-＋－])(.*)$/su;

/** After a sign nothing but the digits of a number or a phone number is no formula: "+44 cmd|…" begins like one. */
const digitsAlone = /^\s*(?:\d[\d\s().,]*)?$/u;

const isFormula = (text: string): boolean => {
  const [, sign = '', rest = ''] = formulaSign.exec(text) ?? [];
  if (/[+\-＋－]/.test(sign)) return !digitsAlone.test(rest);
  return /[\p{L}\p{N}]/u.test(rest);
};

/** A list in a text may have a hyphen at each line: only what calls something is a formula there. */
const isInnerFormula = (text: string): boolean =>
  /^[\s"]*[=＝@＠]/u.test(text) || (isFormula(text) && /[(|!]/.test(text));

/**
 * A program whose language separates cells by semicolons or tabs splits a cell of this file there: a quotation mark that
 * does not begin its cell quotes nothing. So the text behind a separator or line break can be a cell of its own.
 */
const innerCell = /(?<=[;|\t\r\n])(?=([^;\t\r\n]+))/gu;

/** An apostrophe before a formula makes it text (OWASP, "CSV Injection"). All other text stays as it is. */
const withoutFormulas = (text: string): string => {
  const inside = text.replace(innerCell, (_, part: string) => (isInnerFormula(part) ? "'" : ''));
  return isFormula(text) ? `'${inside}` : inside;
};

/** Free text that is a phone number alone stays one. */
const asTyped = (text: string): CsvCell => (/^[+0]/.test(text) ? phoneCell(text) : text);

const toCell = (cell: CsvCell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const typed = typeof cell === 'string' ? asTyped(cell) : cell;
  const text = typeof typed === 'object' && typed ? typed.exact : withoutFormulas(String(typed));
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Excel reads a file as UTF-8 only with a byte order mark. */
const byteOrderMark = '\uFEFF';

/** The content of a CSV file (RFC 4180), safe against formula injection. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  byteOrderMark + [header, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
