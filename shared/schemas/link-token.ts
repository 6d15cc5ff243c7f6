import * as z from 'zod/mini';

/** The token of an emailed link: any text, because an invalid token has an answer of its own. */
export const linkTokenSchema = z.string().check(z.maxLength(200));
