import Papa from 'papaparse';
import { type BankTable, findTable } from '#shared/domain/bank/find-table';
import { limits } from '#shared/limits';

/** A file in UTF-16 begins with these bytes. */
const utf16 = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/** The text of a bank file: UTF-16 where its first bytes say so, else UTF-8, else what older programs of Windows write. */
export const decodeBankFile = (bytes: Uint8Array): string => {
  const marked = utf16.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return new TextDecoder(marked.encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** A quote that nobody closed would take all rows after it into its cell: then quotes are letters. */
const splitRows = (text: string, delimiter: string): string[][] => {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  return errors.some(({ code }) => code === 'MissingQuotes')
    ? Papa.parse<string[]>(text, { delimiter, quoteChar: '\0' }).data
    : data;
};

/** The table of a bank file, or what is wrong with the file. */
export const readBankFile = async (file: File): Promise<BankTable | string> => {
  if (file.size > limits.bankFileBytes)
    return 'This file is larger than 2 MB. Please export a shorter period.';
  const text = decodeBankFile(new Uint8Array(await file.arrayBuffer()));
  const lines = text.split(/\r\n?|\n/).length;
  if (lines > limits.bankFileLines)
    return `This file has ${lines} lines, and ${limits.bankFileLines} can be read. Please export a shorter period.`;
  const table = findTable(text, splitRows);
  if (!table)
    return 'No table with a date or an amount was found in this file. Please choose a text file with rows and columns, as CSV.';
  if (table.rows.length > limits.bankFileRows)
    return `This file has ${table.rows.length} rows, and ${limits.bankFileRows} can be read. Please export a shorter period.`;
  if (table.heading.length > limits.bankFileColumns)
    return `This file has ${table.heading.length} columns, and ${limits.bankFileColumns} can be read. Please choose another export.`;
  return table;
};
