import * as z from 'zod/mini';

/**
 * What a family writes on a bank transfer: "F-7K2M9", without the digits and letters that are mistaken for others
 * (PAY-04).
 */
export const paymentReferenceSchema = z
  .string()
  .check(z.regex(/^F-[2-9A-HJ-NP-Z]{5}$/, 'Use a reference like F-7K2M9'))
  .brand<'PaymentReference'>();
export type PaymentReference = z.infer<typeof paymentReferenceSchema>;
