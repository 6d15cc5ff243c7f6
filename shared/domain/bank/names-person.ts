import { foldText, partsOf } from '#shared/domain/text/fold-text';
import { phoneKey } from '#shared/domain/text/phone-number';
import type { BankRow } from '#shared/schemas/bank-row';

/** What a family is called, and how it is reached. */
interface Named {
  /** Of the holder and of the children. */
  readonly names: readonly string[];
  readonly email: string;
  readonly phone: string;
}

export type NamesPerson = (row: Pick<BankRow, 'text' | 'payer'>) => boolean;

/**
 * A test whether a row of a bank file names a family (EME-07): all words of one of its names, in any order and writing, its
 * address, or its phone number. A name of one word is found in the rows of others as well.
 */
export const namesPerson = ({ names, email, phone }: Named): NamesPerson => {
  const wanted = names.map((name) => partsOf(foldText(name))).filter((words) => words.length > 0);
  const [address, number] = [foldText(email), phoneKey(phone)];
  return ({ text, payer }) => {
    const folded = [foldText(text), foldText(payer)];
    const words = new Set(folded.flatMap(partsOf));
    const numbers = folded.flatMap((part) => part.match(/\+?\d[\d ()/.-]*\d/g) ?? []);
    return (
      wanted.some((name) => name.every((word) => words.has(word))) ||
      folded.some((part) => part.includes(address)) ||
      (number !== undefined && numbers.some((written) => phoneKey(written) === number))
    );
  };
};
