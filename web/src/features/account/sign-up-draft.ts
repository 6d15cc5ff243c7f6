import * as z from 'zod/mini';
import type { signUpSchema } from '#shared/schemas/account';
import { type ChildInput, emptyChild } from '../../lib/forms/child-form.ts';
import { readStoredSignUp, storeSignUp } from './sign-up-storage.ts';

type AccountInput = Omit<z.input<typeof signUpSchema>, 'password' | 'browser_secret'>;

/** A schema for each field: the compiler reports one that is missing. */
type FieldsOf<Input> = Readonly<Record<keyof Input, z.ZodMiniType>>;

const childSchema = z.object({
  name: z.string(),
  date_of_birth: z.string(),
  medical_conditions: z.nullish(z.string()),
  nothing_to_know: z.optional(z.boolean()),
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
  /** Whether a reload left medical notes out. */
  notes_left_out: z.optional(z.boolean()),
});
/**
 * The values of the sign-up form without the password. They outlive another view in the same tab, and without medical
 * notes also a reload.
 */
type SignUpDraft = z.infer<typeof draftSchema>;

export const emptyDraft: SignUpDraft = {
  account: { full_name: '', email: '', phone_number: '', children: [] },
  child: emptyChild,
};

const withoutNote = (child: ChildInput): ChildInput => ({
  ...child,
  medical_conditions: null,
  nothing_to_know: false,
});
const hasNote = ({ medical_conditions, nothing_to_know }: ChildInput): boolean =>
  Boolean(medical_conditions?.trim()) || nothing_to_know === true;

/** Whether something was said about a child's health, which a reload loses. */
export const hasNotes = ({ account, child }: SignUpDraft): boolean =>
  [...account.children, child].some(hasNote);

/** Keeps what was entered: medical notes in the memory of the page alone. */
export const keepSignUpDraft = (draft: SignUpDraft): void => {
  const { account, child, notes_left_out } = draft;
  storeSignUp(draft, {
    account: { ...account, children: account.children.map(withoutNote) },
    child: withoutNote(child),
    notes_left_out: notes_left_out || hasNotes(draft),
  });
};

/** What was entered in this tab and is not sent. */
export const readSignUpDraft = (): SignUpDraft =>
  draftSchema.safeParse(readStoredSignUp()).data ?? emptyDraft;
