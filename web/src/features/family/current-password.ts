import * as z from 'zod/mini';

/** The password of the account, entered again. */
export const currentPasswordSchema = z.string().check(z.minLength(1, 'Please enter your password'));

export const wrongPassword = 'This is not your password';
