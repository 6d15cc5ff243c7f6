import { plainText } from './bank-row-text.ts';

/** A reference as it is compared: without spaces and hyphens, in capitals, O as 0 and I as 1 (BNK-03). */
export const foldReference = (text: string): string =>
  plainText(text).replaceAll('O', '0').replaceAll('I', '1');
