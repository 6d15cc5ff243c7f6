import * as z from 'zod/mini';
import { foldReference } from '#shared/domain/bank/fold-reference';
import { cleanLine } from '#shared/domain/text/clean-text';
import { limits } from '#shared/limits';
import { atMost, lengthFirst, typedLine } from './values.ts';

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

/** Setting it: an empty text removes it. */
export const setSecondReferenceSchema = z.strictObject({
  second_reference: z.pipe(
    z.pipe(
      z.nullish(z.string('Use text').check(lengthFirst())),
      z.transform((text) => (text && cleanLine(text)) || null),
    ),
    z.nullable(secondReferenceSchema),
  ),
});
