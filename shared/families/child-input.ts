import * as z from 'zod/mini';
import { fillText, shownProblems } from '#shared/contract/shown-problems';
import { childNameKey } from '#shared/lib/fold-text';
import { limits } from '#shared/limits';
import { calendarDateSchema, nameText, optionalText, singleLineText } from '../lib/values.ts';
import { onePhoneNumber } from './profile-input.ts';

/** A note, a tick at "Nothing to know", or neither (EME-02). A note counts before the tick. */
export const healthInput = {
  medical_conditions: optionalText(limits.medicalConditionsLength),
  nothing_to_know: z.optional(z.boolean()),
};

const enteredChild = (requiredMessage: string) =>
  z.strictObject({
    name: nameText(limits.personNameLength, requiredMessage),
    date_of_birth: z.pipe(
      z.string(requiredMessage).check(z.minLength(1, requiredMessage)),
      calendarDateSchema,
    ),
    ...healthInput,
  });

export const newChildSchema = enteredChild('Please enter child name and date of birth');
export type NewChild = z.infer<typeof newChildSchema>;

export const signUpChildSchema = enteredChild("Please enter child's name and date of birth");

const mayCollectRule = 'Please choose whether this person may collect your child';

const contactInputSchema = z.strictObject({
  name: nameText(limits.personNameLength, 'Please enter the name'),
  relation: singleLineText(limits.relationLength, 'Please enter how this person is related to your child'),
  phone_number: onePhoneNumber('Please enter the phone number'),
  may_collect: z.boolean(mayCollectRule),
});

/** In the family's order (EME-01). */
export const contactsSchema = z.strictObject({
  contacts: z
    .array(contactInputSchema)
    .check(z.maxLength(limits.contactsPerChild, `Use at most ${limits.contactsPerChild} contacts`)),
});

/** Refuses the second child of one name, at the name's field (KID-02). */
export const differentNames = z.check<readonly { readonly name: string }[]>(({ value, issues }) => {
  const known = new Set<string>();
  for (const [index, { name }] of value.entries()) {
    const key = childNameKey(name);
    if (known.has(key))
      issues.push({
        code: 'custom',
        input: name,
        path: [index, 'name'],
        message: fillText(shownProblems.sameChildName.text, { name }),
      });
    known.add(key);
  }
});

/** One call (API-25). */
export const addChildrenSchema = z.strictObject({
  children: z
    .array(newChildSchema)
    .check(
      z.minLength(1, 'Please add a child'),
      z.maxLength(limits.childrenPerFamily, 'These are too many'),
      differentNames,
    ),
});
