import * as z from 'zod/mini';
import { noCodeText, readAuthenticatorCode } from '../domain/text/authenticator-code.ts';

/** The code that an authenticator app shows: six digits, also as typed in groups. */
export const authenticatorCodeSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => readAuthenticatorCode(typed) ?? ''),
  ),
  z.string().check(z.minLength(6, noCodeText)),
);
