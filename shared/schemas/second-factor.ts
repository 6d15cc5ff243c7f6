import * as z from 'zod/mini';
import { noCodeText, readAuthenticatorCode } from '../domain/text/authenticator-code.ts';
import { readRecoveryCode } from '../domain/text/recovery-code.ts';
import { limits } from '../limits.ts';
import { emailSchema } from './email.ts';
import { instantSchema, lengthFirst } from './values.ts';

/** The code that an authenticator app shows: six digits, also as typed in groups. */
export const authenticatorCodeSchema = z.pipe(
  z.pipe(
    z.string().check(lengthFirst(limits.typedNumberLength)),
    z.transform((typed) => readAuthenticatorCode(typed) ?? ''),
  ),
  z.string().check(z.minLength(6, noCodeText)),
);

/** The code of the app that is set up. */
export const turnOnSecondFactorSchema = z.strictObject({ code: authenticatorCodeSchema });

const noRecoveryCode = 'Please enter one of your recovery codes, such as ABCD-EFGH-JKMN-PQRS';

/** A recovery code in any case, with or without its dashes. */
const recoveryCodeSchema = z.pipe(
  z.pipe(
    z.string().check(lengthFirst(limits.typedNumberLength)),
    z.transform((typed) => readRecoveryCode(typed) ?? ''),
  ),
  z.string().check(z.minLength(1, noRecoveryCode)),
);

export const recoverSecondFactorSchema = z.strictObject({
  email: emailSchema,
  password: z.string().check(z.minLength(1, 'Please enter your password'), z.maxLength(1_000)),
  recovery_code: recoveryCodeSchema,
});

/** The second factor of an account. */
export const secondFactorSchema = z.object({
  /** The account's name in an authenticator app. */
  email: z.string(),
  /** Since when it is set up, or null. */
  on_since: z.nullable(instantSchema),
  recovery_codes: z.int(),
});
