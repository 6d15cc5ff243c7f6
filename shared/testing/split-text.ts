import Papa from 'papaparse';
import { type Cells, delimiters } from '../lib/file-table.ts';

/** The cells of a text file in each way in which they can be separated. */
export const splitText = (text: string): Cells[] =>
  delimiters.map((delimiter) => Papa.parse<string[]>(text, { delimiter }).data);
