import { type PaymentReference, paymentReferenceSchema } from '#shared/schemas/payment-reference';

/** 32 of them: a random byte gives each with the same chance. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The reference that five random bytes make (PAY-04). That no other family has it is for the table to say. */
export const paymentReference = (random: Uint8Array): PaymentReference =>
  paymentReferenceSchema.parse(
    `F-${Array.from(random, (byte) => characters[byte % characters.length]).join('')}`,
  );
