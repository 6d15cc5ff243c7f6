import * as z from 'zod/mini';
import { cleanLine } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { amountSchema } from '../lib/money.ts';
import { atMost, calendarDateSchema, lengthFirst, typedLine } from '../lib/values.ts';

/** What a family writes on a bank transfer, "F-7K2M9", without characters that are mistaken for others (PAY-04). */
export const paymentReferenceSchema = z
  .string()
  .check(z.regex(/^F-[2-9A-HJ-NP-Z]{5}$/, 'Use a reference like F-7K2M9'))
  .brand<'PaymentReference'>();
export type PaymentReference = z.infer<typeof paymentReferenceSchema>;

/** A hash of what the file says of the row, unique over all files (BNK-04). */
export const bankRowIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'Unknown row'))
  .brand<'BankRowId'>();
export type BankRowId = z.infer<typeof bankRowIdSchema>;

export const bankRowSchema = z.strictObject({
  /** Made where the file is read, from cells that are not sent. */
  id: bankRowIdSchema,
  day: calendarDateSchema,
  amount: amountSchema,
  /** The bank's text without the payer. May be empty. */
  text: typedLine('Use text').check(atMost(limits.bankTextLength)),
  /** Empty where the file does not say. */
  payer: typedLine('Use text').check(atMost(limits.bankPayerLength)),
});
export type BankRow = z.infer<typeof bankRowSchema>;

/** Letters and digits alone, in capitals: files of one bank differ in spaces and case. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A hash, so that no text of the bank is stored with what became of the row. */
export const bankRowIdOf = async (text: string): Promise<BankRowId> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return bankRowIdSchema.parse(base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));
};

/** The first UTF-16 units of a text, never half a surrogate pair. */
export const cutText = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();

/** Folds a reference for comparison: capitals, no spaces or hyphens, O as 0, I as 1 (BNK-03). */
export const foldReference = (text: string): string =>
  plainText(text).replaceAll('O', '0').replaceAll('I', '1');

/** Shorter references stand in other words and numbers by chance. */
const fewestCharacters = 6;

/** A further reference of a family's payments, such as that of a tax-free childcare account: "ABCD12345TFC" (BNK-03). */
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

export interface FamilyReferences {
  readonly reference?: string | undefined;
  readonly second_reference?: string | undefined;
  /** References of families that were joined with this one (FID-11). */
  readonly joined_references?: ReadonlySet<string> | undefined;
}

export const referencesOf = ({
  reference,
  second_reference,
  joined_references = new Set(),
}: FamilyReferences): string[] =>
  [reference, second_reference, ...joined_references].filter((one) => one !== undefined);

export const setSecondReferenceSchema = z.strictObject({
  second_reference: z.pipe(
    z.pipe(
      z.nullable(z.string('Use text').check(lengthFirst())),
      z.transform((text) => (text && cleanLine(text)) || null),
    ),
    z.nullable(secondReferenceSchema),
  ),
});

/** 32 characters, so that a random byte gives each with the same chance. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Makes a reference of five random bytes (PAY-04). The table checks that no other family has it. */
export const paymentReference = (random: Uint8Array): PaymentReference =>
  paymentReferenceSchema.parse(
    `F-${Array.from(random, (byte) => characters[byte % characters.length]).join('')}`,
  );
