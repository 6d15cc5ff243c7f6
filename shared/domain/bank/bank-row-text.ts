import type { BankRow } from '#shared/schemas/bank-row';

/** Letters and digits alone, in capitals: banks write the same text with other spaces, in other files in other capitals. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What a row is known by: its day, amount, text, payer and number among equals (BNK-02). */
export const bankRowText = ({ day, amount, text, payer, number }: BankRow): string =>
  JSON.stringify([day, amount, plainText(text), plainText(payer), number]);

/** The beginning of a text, of at most some UTF-16 units, without half a symbol at its end. */
export const cutText = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
