import { type FormEvent, useRef, useState } from 'react';
import { plainEmailSigns } from '#shared/lib/text';
import { ApiError } from '../api/api-error.ts';
import { showError, withdrawToasts } from '../toasts/toasts.ts';

/** Only for forms without files. */
export const textsOf = (values: FormData): Record<string, string> =>
  Object.fromEntries([...values].map(([name, value]) => [name, String(value)]));

/** Corrects a pasted email (invisible characters, spaces, hyphens, apostrophes): the browser checks it before any schema. */
export const dropInvisible = ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
  const { value } = currentTarget;
  const cleaned = plainEmailSigns(value.replace(/[\p{Default_Ignorable_Code_Point}\p{Zs}]/gu, ''));
  if (cleaned !== value) currentTarget.value = cleaned;
};

/** Lets one submit begin at a time. The flag is synchronous: state would change after the second click of a double click. */
export const useSubmitGuard = () => {
  const isSubmitting = useRef(false);
  return {
    begin: (): boolean => {
      if (isSubmitting.current) return false;
      isSubmitting.current = true;
      return true;
    },
    end: (): void => {
      isSubmitting.current = false;
    },
  };
};

interface PublicFormOptions {
  readonly send: (values: FormData) => Promise<unknown>;
  readonly failure: string;
  readonly onSent: () => void;
}

type State = 'ready' | 'sending' | 'failed';

/** Shows the API's first field issue as the browser shows its own. The next input removes it. */
const showIssue = (form: HTMLFormElement, error: unknown): void => {
  const [issue] = error instanceof ApiError ? error.issues : [];
  const field = issue && form.elements.namedItem(issue.field);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.setCustomValidity(issue?.message ?? '');
  field.addEventListener('input', () => field.setCustomValidity(''), { once: true });
  field.reportValidity();
};

/**
 * A form of a public page, validated by the browser. A success empties the form, a failure does not; submits are
 * ignored while one is pending. Its method is `dialog`, so that it sends nothing without scripts.
 */
export const usePublicForm = ({ send, failure, onSent }: PublicFormOptions) => {
  const [state, setState] = useState<State>('ready');
  const guard = useSubmitGuard();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!guard.begin()) return;
    setState('sending');
    const form = event.currentTarget;
    try {
      await send(new FormData(form));
      setState('ready');
      form.reset();
      withdrawToasts(failure);
      onSent();
    } catch (error) {
      setState('failed');
      showError(error, failure);
      showIssue(form, error);
    } finally {
      guard.end();
    }
  };
  return { submit: (event: FormEvent<HTMLFormElement>) => void submit(event), state };
};
