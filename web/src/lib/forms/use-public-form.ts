import { type FormEvent, useRef, useState } from 'react';
import { plainEmailSigns } from '#shared/lib/text';
import { ApiError } from '../api/api-error.ts';
import { showError, withdrawToasts } from '../toasts/toasts.ts';

/** The values of a form as text; a form without files has no others. */
export const textsOf = (values: FormData): Record<string, string> =>
  Object.fromEntries([...values].map(([name, value]) => [name, String(value)]));

/**
 * Takes invisible characters and spaces out of an email field as they are pasted, and writes hyphens and apostrophes as
 * addresses have them: the browser checks such a field before any schema cleans it.
 */
export const dropInvisible = ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
  const { value } = currentTarget;
  const cleaned = plainEmailSigns(value.replace(/[\p{Default_Ignorable_Code_Point}\p{Zs}]/gu, ''));
  if (cleaned !== value) currentTarget.value = cleaned;
};

/**
 * Lets one submit begin at a time. It is set synchronously: state changes with the next render, after the second click
 * of a double click.
 */
export const useSubmitGuard = () => {
  const isSubmitting = useRef(false);
  return {
    /** False while a submit that began has not ended. */
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
  /** Text of the toast when it fails and the server has no specific message. */
  readonly failure: string;
  readonly onSent: () => void;
}

type State = 'ready' | 'sending' | 'failed';

/** Shows the API's first field issue at its field, as the browser shows its own. The next input removes it. */
const showIssue = (form: HTMLFormElement, error: unknown): void => {
  const [issue] = error instanceof ApiError ? error.issues : [];
  const field = issue && form.elements.namedItem(issue.field);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.setCustomValidity(issue?.message ?? '');
  field.addEventListener('input', () => field.setCustomValidity(''), { once: true });
  field.reportValidity();
};

/**
 * A form of a public page, validated by the browser. It is emptied when it was sent, and keeps its text otherwise; it
 * ignores further submits while one is pending. Its method is `dialog`, so that it sends nothing without scripts.
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
