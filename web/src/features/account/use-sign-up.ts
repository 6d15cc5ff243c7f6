import { useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/contract/account-routes';
import { signUpSchema } from '#shared/schemas/account';
import { type NewChild, signUpChildSchema } from '#shared/schemas/child-input';
import { callRoute } from '../../lib/api/api-client.ts';
import { emptyChild, useChildForm, withBirthDateCheck } from '../../lib/forms/child-form.ts';
import { useLeaveWarning } from '../../lib/forms/use-leave-warning.ts';
import { showIssues, useSchemaForm } from '../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { showToast, withdrawToasts } from '../../lib/toasts/toasts.ts';
import { keepNewBrowserSecret } from './browser-secret.ts';
import { emptyDraft, hasNotes, keepSignUpDraft, readSignUpDraft } from './sign-up-draft.ts';
import { forgetSignUp } from './sign-up-storage.ts';

/** What the toast about an added child is about. */
const addedChild = 'added child';

const childSchema = withBirthDateCheck(signUpChildSchema);
const addedSchema = z.array(signUpChildSchema);

/** Identifies children without an id: two may have the same name, but not the same date of birth as well. */
export const keyOf = ({ name, date_of_birth }: NewChild): string => `${date_of_birth} ${name}`;

/**
 * The secret that goes with what was entered. It stays the same when a submission is repeated, since the first one may
 * have been stored without an answer.
 */
const useBrowserSecret = () => {
  const last = useRef({ email: '', password: '', secret: '' });
  return ({ email, password }: Pick<z.infer<typeof signUpSchema>, 'email' | 'password'>): string => {
    const isRepeated = last.current.email === email && last.current.password === password;
    if (!isRepeated) last.current = { email, password, secret: keepNewBrowserSecret() };
    return last.current.secret;
  };
};

/** The two forms of a sign-up: the account with the added children, and the next child. */
export const useSignUp = (onDone: (email: string) => void) => {
  const [draft] = useState(readSignUpDraft);
  const account = useSchemaForm(signUpSchema, { ...draft.account, password: '' });
  const child = useChildForm(childSchema, draft.child);
  const children = useController({ control: account.control, name: 'children' });
  // When children are missing, the focus goes to the first field of the child form.
  useImperativeHandle(children.field.ref, () => ({ focus: () => child.setFocus('name') }));

  const draftOf = useCallback(() => {
    const { password: _, ...entered } = account.getValues();
    return { account: entered, child: child.getValues(), notes_left_out: draft.notes_left_out };
  }, [account, child, draft]);
  useLeaveWarning(useCallback(() => hasNotes(draftOf()), [draftOf]));

  useEffect(() => {
    const store = () => {
      keepSignUpDraft(draftOf());
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
  const addChild = child.handleSubmit((entered) => {
    if (added.some((other) => keyOf(other) === keyOf(entered))) {
      child.setError('name', { message: 'This child is on the list already' }, { shouldFocus: true });
      return;
    }
    children.field.onChange([...added, entered]);
    child.reset(emptyChild);
    showToast({ type: 'success', subject: addedChild, title: 'Child added to signup form' });
  });

  const signUp = account.handleSubmit((body) => {
    const { name, date_of_birth } = child.getValues();
    if (name === '' && date_of_birth === '') {
      // The answer's toast would wait until this one has ended.
      withdrawToasts(addedChild);
      return submit(body);
    }
    const message = 'Press “Add Child” to add this child, or clear its fields';
    child.setError('name', { message }, { shouldFocus: true });
  });

  return {
    account,
    child,
    /** Medical notes were entered before the page was loaded again. */
    notesLeftOut: draft.notes_left_out === true,
    children: added,
    childrenError: children.fieldState.error?.message,
    addChild,
    removeChild: (at: number) => children.field.onChange(added.toSpliced(at, 1)),
    signUp,
    isPending,
  };
};
