import * as z from 'zod/mini';
import { emailSchema } from '../lib/email.ts';
import { plainDigits } from '../lib/text.ts';
import { instantSchema, lengthFirst } from '../lib/values.ts';
import { limits } from '../limits.ts';

export const noCodeText = 'Please enter the 6 digits that your app shows';

/** Six ASCII digits of a typed code, which may have groups and digits of any script; undefined for anything else. */
export const readAuthenticatorCode = (typed: string): string | undefined => {
  const code = plainDigits(typed.slice(0, 100)).replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : undefined;
};

/** Crockford's base 32, without letters that are read as digits. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const groups = /^(.{4})(.{4})(.{4})(.{4})$/;

/** Groups the 16 characters (80 bits): `ABCD-EFGH-JKMN-PQRS`. */
export const formatRecoveryCode = (code: string): string => code.replace(groups, '$1-$2-$3-$4');

/** The 16 characters of a typed code, with I and L read as 1 and O as 0; undefined for anything else. */
export const readRecoveryCode = (typed: string): string | undefined => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0');
  return code.length === 16 && [...code].every((letter) => recoveryAlphabet.includes(letter))
    ? code
    : undefined;
};

/** Accepts a code as typed, also in groups. */
export const authenticatorCodeSchema = z.pipe(
  z.pipe(
    z.string().check(lengthFirst(limits.typedNumberLength)),
    z.transform((typed) => readAuthenticatorCode(typed) ?? ''),
  ),
  z.string().check(z.minLength(6, noCodeText)),
);

export const turnOnSecondFactorSchema = z.strictObject({ code: authenticatorCodeSchema });

const noRecoveryCode = 'Please enter one of your recovery codes, such as ABCD-EFGH-JKMN-PQRS';

/** Accepts any case, with or without dashes. */
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

export const secondFactorSchema = z.object({
  /** The account's name in an authenticator app. */
  email: z.string(),
  /** When the factor was set up, or null. */
  on_since: z.nullable(instantSchema),
  recovery_codes: z.int(),
});
