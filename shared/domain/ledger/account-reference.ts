import { type AccountReference, accountReferenceSchema } from '#shared/schemas/account-reference';

/** 32 of them: a random byte gives each with the same chance. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The reference that five random bytes make (PAY-04). That no other family has it is for the table to say. */
export const accountReference = (random: Uint8Array): AccountReference =>
  accountReferenceSchema.parse(
    `F-${Array.from(random, (byte) => characters[byte % characters.length]).join('')}`,
  );
