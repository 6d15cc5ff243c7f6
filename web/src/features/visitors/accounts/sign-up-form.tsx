import {
  type BaseSyntheticEvent,
  type FormEvent,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { accountRoutes, signUpSchema } from '#shared/accounts/routes';
import { type NewChild, signUpChildSchema } from '#shared/families/child-input';
import { answeredHealth } from '#shared/families/health';
import { instantOf } from '#shared/lib/values';
import { ChildItem } from '../../../components/child-card.tsx';
import {
  ChildFields,
  type ChildInput,
  emptyChild,
  useChildForm,
  withBirthDateCheck,
} from '../../../components/child-fields.tsx';
import { PhoneField, TextField } from '../../../components/fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useLeaveWarning } from '../../../lib/forms/form-draft.ts';
import { fieldsOf, formGroup, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { showToast, withdrawToasts } from '../../../lib/toasts/toasts.ts';
import { NewPasswordField } from './password-fields.tsx';
import { forgetSignUp, readStoredSignUp, storeNewBrowserSecret, storeSignUp } from './sign-up-storage.ts';

type AccountInput = Omit<z.input<typeof signUpSchema>, 'password' | 'browser_secret'>;

/** The compiler reports a missing field. */
type FieldsOf<Input> = Readonly<Record<keyof Input, z.ZodMiniType>>;

const draftChildSchema = z.object({
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
    children: z.array(draftChildSchema),
  } satisfies FieldsOf<AccountInput>),
  child: draftChildSchema,
  notes_left_out: z.optional(z.boolean()),
});
/** The sign-up form without the password. It survives another view in the same tab, and without medical notes a reload. */
type SignUpDraft = z.infer<typeof draftSchema>;

const emptyDraft: SignUpDraft = {
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

const hasNotes = ({ account, child }: SignUpDraft): boolean => [...account.children, child].some(hasNote);

/** Only the page's memory has medical notes. */
const storeSignUpDraft = (draft: SignUpDraft): void => {
  const { account, child, notes_left_out } = draft;
  storeSignUp(draft, {
    account: { ...account, children: account.children.map(withoutNote) },
    child: withoutNote(child),
    notes_left_out: notes_left_out || hasNotes(draft),
  });
};

const readSignUpDraft = (): SignUpDraft => draftSchema.safeParse(readStoredSignUp()).data ?? emptyDraft;

const addedChild = 'added child';

const childSchema = withBirthDateCheck(signUpChildSchema);
const addedSchema = z.array(signUpChildSchema);

/** Identifies children without an id: two may have the same name, but then not the same date of birth. */
const keyOf = ({ name, date_of_birth }: NewChild): string => `${date_of_birth} ${name}`;

/** The secret of this sign-up. A repeated submission has the same, since the first one may have been stored without an answer. */
const useBrowserSecret = () => {
  const last = useRef({ email: '', password: '', secret: '' });
  return ({ email, password }: Pick<z.infer<typeof signUpSchema>, 'email' | 'password'>): string => {
    const isRepeated = last.current.email === email && last.current.password === password;
    if (!isRepeated) last.current = { email, password, secret: storeNewBrowserSecret() };
    return last.current.secret;
  };
};

/** The account with its added children, and the next child, are two forms. */
const useSignUp = (onDone: (email: string) => void) => {
  const isHydrated = useIsHydrated();
  const [draft, setDraft] = useState(() => (isHydrated ? readSignUpDraft() : emptyDraft));
  const account = useSchemaForm(signUpSchema, { ...draft.account, password: '' });
  const child = useChildForm(childSchema, draft.child);
  const children = useController({ control: account.control, name: 'children' });
  // This runs before the start repeats early input, and after the effect in which `children` begins to follow the form.
  useLayoutEffect(() => {
    const stored = readSignUpDraft();
    if (draft !== emptyDraft || stored === emptyDraft) return;
    setDraft(stored);
    account.reset({ ...stored.account, password: '' });
    child.reset(stored.child);
  }, [account, child, draft]);
  // When children are missing, the focus goes to the first field of the child form.
  useImperativeHandle(children.field.ref, () => ({ focus: () => child.setFocus('name') }));

  const draftOf = useCallback(() => {
    const { password: _, ...entered } = account.getValues();
    return { account: entered, child: child.getValues(), notes_left_out: draft.notes_left_out };
  }, [account, child, draft]);
  useLeaveWarning(useCallback(() => hasNotes(draftOf()), [draftOf]));

  useEffect(() => {
    const store = () => {
      storeSignUpDraft(draftOf());
    };
    const listener = { formState: { values: true }, callback: store };
    const stops = [account.subscribe(listener), child.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [account, child, draftOf]);

  const secretOf = useBrowserSecret();
  const { submit, isPending } = useSubmission({
    send: (body: z.infer<typeof signUpSchema>) =>
      callRoute(accountRoutes.signUp, { body: { ...body, browser_secret: secretOf(body) } }),
    failure: 'Failed to create account',
    onDone: (_, { email }) => {
      showToast({
        type: 'success',
        title: 'Account Created!',
        description: 'You can now log in to your account and start booking classes.',
      });
      account.reset({ ...emptyDraft.account, password: '' });
      forgetSignUp();
      onDone(email);
    },
    // The API names a field of a child; the list of children shows one message.
    onFailed: (error) =>
      showIssues(error, account.setError, (field) => field.replace(/^children\..*/, 'children')),
  });

  const added = addedSchema.parse(children.field.value);
  /** The fields stay registered, so that text typed before the next render is not lost. */
  const emptyFields = () => child.reset(emptyChild, { keepFieldsRef: true });
  /** Returns whether the child was not on the list. */
  const add = (entered: NewChild): boolean => {
    const others = addedSchema.parse(account.getValues('children'));
    if (others.some((other) => keyOf(other) === keyOf(entered))) return false;
    children.field.onChange([...others, entered]);
    emptyFields();
    return true;
  };
  /** The promise ends after the last press of "Add Child", whose check is asynchronous. */
  const adding = useRef(Promise.resolve());
  const addTyped = child.handleSubmit((entered) => {
    if (add(entered))
      showToast({ type: 'success', subject: addedChild, title: 'Child added to signup form' });
    else child.setError('name', { message: 'This child is on the list already' }, { shouldFocus: true });
  });
  const addChild = (event: BaseSyntheticEvent): void => {
    adding.current = addTyped(event);
  };
  const clearChild = () => {
    emptyFields();
    child.setFocus('name');
  };

  const send = account.handleSubmit((body) => {
    // The answer's toast would wait until this one has ended.
    withdrawToasts(addedChild);
    return submit(body);
  });
  /** Adds a fully typed child; a half-typed one is asked about (FAM-05). */
  const addThenSend = child.handleSubmit((entered) => {
    if (!add(entered)) emptyFields();
    return send();
  });
  const signUp = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await adding.current;
    const { name, date_of_birth, medical_conditions } = child.getValues();
    const isTyped = [name, date_of_birth, medical_conditions].some((text) => text?.trim());
    if (!isTyped) return send();
    // Errors above the child are shown at the same time.
    await account.trigger(['full_name', 'email', 'phone_number', 'password']);
    await addThenSend();
  };

  return {
    account,
    child,
    notesLeftOut: draft.notes_left_out === true,
    children: added,
    childrenError: children.fieldState.error?.message,
    addChild,
    clearChild: Object.keys(child.formState.errors).length > 0 ? clearChild : undefined,
    removeChild: (at: number) => children.field.onChange(added.toSpliced(at, 1)),
    signUp,
    isPending,
  };
};

interface SignUpFormProps {
  readonly onDone: (email: string) => void;
}

type SignUp = ReturnType<typeof useSignUp>;

/** There are two forms, so that Enter adds a child in the second one (AUT-14 to AUT-19). */
export const SignUpForm = ({ onDone }: SignUpFormProps) => {
  const formId = useId();
  const signUp = useSignUp(onDone);
  return (
    <Stack gap="7" {...formGroup}>
      <form id={formId} method="dialog" noValidate onSubmit={(event) => void signUp.signUp(event)}>
        <AccountFields {...signUp} />
      </form>
      <Children {...signUp} />
      <Button type="submit" form={formId} size="lg" colorPalette="accent" disabled={signUp.isPending}>
        {signUp.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </Stack>
  );
};

const AccountFields = ({ account }: Pick<SignUp, 'account'>) => {
  const field = fieldsOf(account);
  return (
    <Stack gap="4">
      <TextField label="Full Name" autoComplete="name" required {...field('full_name')} />
      <TextField label="Email" type="email" autoComplete="username" required {...field('email')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <PhoneField required {...field('phone_number')} />
        <NewPasswordField {...field('password')} />
      </SimpleGrid>
    </Stack>
  );
};

const Children = (signUp: SignUp) => {
  const { child, notesLeftOut, children, childrenError, addChild, clearChild, removeChild } = signUp;
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Stack gap="4" borderTopWidth="1px" borderColor="border" pt="6">
        <Heading id={headingId} size="md">
          Your Children
        </Heading>
        {notesLeftOut && (
          <Text role="status" color="warning.fg">
            This page was loaded again. For privacy it keeps no medical notes: please enter them again. Remove
            a child that is on the list already, and add it with its note.
          </Text>
        )}
        {children.length > 0 && (
          <Stack as="ul" gap="3" listStyleType="none">
            {children.map((added, at) => (
              <ChildItem
                key={keyOf(added)}
                child={{ ...added, ...answeredHealth(added, instantOf(new Date())) }}
                onRemove={() => removeChild(at)}
              />
            ))}
          </Stack>
        )}
        <form method="dialog" noValidate data-adds onSubmit={addChild}>
          <Stack gap="4">
            <ChildFields form={child} />
            <HStack gap="3" wrap="wrap">
              <Button type="submit" variant="outline">
                Add Child
              </Button>
              {clearChild && (
                <Button type="button" variant="ghost" onClick={clearChild}>
                  Clear these fields
                </Button>
              )}
            </HStack>
          </Stack>
        </form>
        {childrenError && (
          <Text role="alert" color="danger.fg" fontWeight="medium">
            {childrenError}
          </Text>
        )}
      </Stack>
    </section>
  );
};
