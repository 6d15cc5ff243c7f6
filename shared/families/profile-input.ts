import * as z from 'zod/mini';
import type { Profile } from '#shared/families/family';
import { cleanPhone, readPhone } from '#shared/lib/phone-number';
import { visible } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { atMost, nameText, typedLine } from '../lib/values.ts';

export const fullNameSchema = nameText(limits.personNameLength, 'Please enter your full name');

const phoneIssues = {
  several: 'Please enter only one phone number',
  long: 'This is too long for one phone number. Begin a number of another country with its code, like +49',
  short: 'This phone number is too short. Please enter it with its area code',
  invalid: 'Please enter a valid phone number',
} as const;

/** Any country and common notation, with an extension or without. */
export const onePhoneNumber = (requiredMessage: string) =>
  typedLine(requiredMessage).check(
    z.regex(visible, { error: requiredMessage, abort: true }),
    z.maxLength(limits.typedNumberLength, { error: phoneIssues.long, abort: true }),
    z.overwrite(cleanPhone),
    z.check(({ value, issues }) => {
      const number = readPhone(value);
      if (typeof number === 'string')
        issues.push({ code: 'custom', input: value, message: phoneIssues[number], continue: false });
    }),
    atMost(limits.phoneLength),
  );

export const phoneNumberSchema = onePhoneNumber('Please enter your phone number');

/** Not the email (PRM-04, API-21). */
export const personSchema = z.strictObject({
  full_name: fullNameSchema,
  phone_number: phoneNumberSchema,
});

export const myProfileSchema = z.extend(personSchema, {
  remind_every_session: z.boolean('Please choose whether to be reminded'),
});

export const contactValues = ({
  full_name,
  phone_number,
  remind_every_session = false,
}: Pick<Profile, 'full_name' | 'phone_number' | 'remind_every_session'>) => ({
  full_name,
  phone_number,
  remind_every_session,
});
