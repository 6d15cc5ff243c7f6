import { type BankRowId, bankRowIdSchema } from '#shared/schemas/bank-row';

/** Letters and digits alone, in capitals: banks write the same text with other spaces, in other files in other capitals. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The id of a row, by what a file says of it: a hash, so that no text of the bank is stored with what became of the row. */
export const bankRowIdOf = async (text: string): Promise<BankRowId> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return bankRowIdSchema.parse(base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));
};

/** The beginning of a text, of at most some UTF-16 units, without half a symbol at its end. */
export const cutText = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
