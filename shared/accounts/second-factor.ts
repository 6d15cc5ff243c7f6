import * as z from 'zod/mini';
import { emailSchema } from '../lib/email.ts';
import { plainDigits } from '../lib/text.ts';
import { instantSchema, lengthFirst } from '../lib/values.ts';
import { limits } from '../limits.ts';

/** What to say about a text that is no code. */
export const noCodeText = 'Please enter the 6 digits that your app shows';

/** The code of an authenticator app as typed, perhaps in groups, in the digits of any script: six of 0 to 9, or undefined. */
export const readAuthenticatorCode = (typed: string): string | undefined => {
  const code = plainDigits(typed.slice(0, 100)).replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : undefined;
};

/** Crockford's base 32, without letters that are read as digits. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const groups = /^(.{4})(.{4})(.{4})(.{4})$/;

/** 16 characters, 80 bits, as a person reads them: `ABCD-EFGH-JKMN-PQRS`. */
export const formatRecoveryCode = (code: string): string => code.replace(groups, '$1-$2-$3-$4');

/** A recovery code as typed: the 16 characters, with I and L for 1 and O for 0; undefined for anything else. */
export const readRecoveryCode = (typed: string): string | undefined => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0');
  return code.length === 16 && [...code].every((letter) => recoveryAlphabet.includes(letter))
    ? code
    : undefined;
};

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
