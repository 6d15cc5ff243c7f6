import type * as z from 'zod/mini';
import type { signUpSchema } from '#shared/schemas/account';
import { type ChildInput, emptyChild } from '../../lib/forms/child-form.ts';

/** The values of the sign-up form, kept while another view is shown; without the password. */
export interface SignUpDraft {
  readonly account: z.input<typeof signUpSchema>;
  /** The child that is not added yet. */
  readonly child: ChildInput;
}

export const emptyDraft: SignUpDraft = {
  account: { full_name: '', email: '', phone_number: '', password: '', children: [] },
  child: emptyChild,
};
