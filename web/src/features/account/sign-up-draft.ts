import * as z from 'zod/mini';
import type { signUpSchema } from '#shared/schemas/account';
import { type ChildInput, emptyChild } from '../../lib/forms/child-form.ts';
import { readStoredSignUp } from './sign-up-storage.ts';

type AccountInput = Omit<z.input<typeof signUpSchema>, 'password' | 'browser_secret'>;

/** A schema for each field: the compiler reports one that is missing. */
type FieldsOf<Input> = Readonly<Record<keyof Input, z.ZodMiniType>>;

const childSchema = z.object({
  name: z.string(),
  date_of_birth: z.string(),
  medical_conditions: z.nullish(z.string()),
} satisfies FieldsOf<ChildInput>);

const draftSchema = z.object({
  account: z.object({
    full_name: z.string(),
    email: z.string(),
    phone_number: z.string(),
    children: z.array(childSchema),
  } satisfies FieldsOf<AccountInput>),
  /** The child that is not added yet. */
  child: childSchema,
});
/** The values of the sign-up form without the password. They outlive a reload and another view in the same tab. */
type SignUpDraft = z.infer<typeof draftSchema>;

export const emptyDraft: SignUpDraft = {
  account: { full_name: '', email: '', phone_number: '', children: [] },
  child: emptyChild,
};

/** What was entered in this tab and is not sent. */
export const readSignUpDraft = (): SignUpDraft =>
  draftSchema.safeParse(readStoredSignUp()).data ?? emptyDraft;
