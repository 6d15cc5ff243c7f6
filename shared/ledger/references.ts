import * as z from 'zod/mini';
import { cleanLine } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { amountSchema } from '../lib/money.ts';
import { atMost, calendarDateSchema, lengthFirst, typedLine } from '../lib/values.ts';

/**
 * What a family writes on a bank transfer: "F-7K2M9", without the digits and letters that are mistaken for others
 * (PAY-04).
 */
export const paymentReferenceSchema = z
  .string()
  .check(z.regex(/^F-[2-9A-HJ-NP-Z]{5}$/, 'Use a reference like F-7K2M9'))
  .brand<'PaymentReference'>();
export type PaymentReference = z.infer<typeof paymentReferenceSchema>;

/** Identifies a row of a bank file over all files: a hash of what the file says of it (BNK-04). */
export const bankRowIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'Unknown row'))
  .brand<'BankRowId'>();
export type BankRowId = z.infer<typeof bankRowIdSchema>;

/** Money that came in, as a bank file has it. */
export const bankRowSchema = z.strictObject({
  /** Made where the file is read: the other cells of a row stay there. */
  id: bankRowIdSchema,
  day: calendarDateSchema,
  amount: amountSchema,
  /** What the bank says about it, without the payer. May be empty. */
  text: typedLine('Use text').check(atMost(limits.bankTextLength)),
  /** Who paid; empty where the file does not say. */
  payer: typedLine('Use text').check(atMost(limits.bankPayerLength)),
});
export type BankRow = z.infer<typeof bankRowSchema>;

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

/** A reference as it is compared: without spaces and hyphens, in capitals, O as 0 and I as 1 (BNK-03). */
export const foldReference = (text: string): string =>
  plainText(text).replaceAll('O', '0').replaceAll('I', '1');

/** Shorter ones stand in other words and numbers of a bank's text by chance. */
const fewestCharacters = 6;

/**
 * A further reference by which the payments of a family are found (BNK-03), such as that of a tax-free childcare account:
 * "ABCD12345TFC".
 */
export const secondReferenceSchema = typedLine('Please enter the reference')
  .check(
    atMost(limits.secondReferenceLength),
    z.refine(
      (text) => foldReference(text).length >= fewestCharacters,
      `Use a reference of at least ${fewestCharacters} letters and digits`,
    ),
    z.refine((text) => /\p{N}/u.test(text), 'Use a reference with at least one digit'),
  )
  .brand<'SecondReference'>();
export type SecondReference = z.infer<typeof secondReferenceSchema>;

/** The references by which payments of a family are found. */
export interface FamilyReferences {
  readonly reference?: string | undefined;
  readonly second_reference?: string | undefined;
  /** Those of families that were joined with it (FID-11). */
  readonly joined_references?: ReadonlySet<string> | undefined;
}

/** All references of a family. */
export const referencesOf = ({
  reference,
  second_reference,
  joined_references = new Set(),
}: FamilyReferences): string[] =>
  [reference, second_reference, ...joined_references].filter((one) => one !== undefined);

/** Setting it: an empty text removes it. */
export const setSecondReferenceSchema = z.strictObject({
  second_reference: z.pipe(
    z.pipe(
      z.nullable(z.string('Use text').check(lengthFirst())),
      z.transform((text) => (text && cleanLine(text)) || null),
    ),
    z.nullable(secondReferenceSchema),
  ),
});

/** 32 of them: a random byte gives each with the same chance. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The reference that five random bytes make (PAY-04). That no other family has it is for the table to say. */
export const paymentReference = (random: Uint8Array): PaymentReference =>
  paymentReferenceSchema.parse(
    `F-${Array.from(random, (byte) => characters[byte % characters.length]).join('')}`,
  );
