import * as z from 'zod/mini';

/** A sum or difference of amounts in whole cents (US dollars), of either sign. */
export const signedCentsSchema = z.int('Use whole cents').brand<'SignedCents'>();
export type SignedCents = z.infer<typeof signedCentsSchema>;
