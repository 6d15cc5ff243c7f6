import type { FormEvent } from 'react';
import { showToast } from '../toasts/toasts.ts';

interface LocalFormOptions {
  /** What the values are logged as. */
  readonly log: string;
  /** The toast that answers. */
  readonly title: string;
  readonly description?: string;
}

/**
 * Submits a form that nothing receives yet: its values are logged in this browser and leave it by no request (PUB-30).
 * Its method is `dialog`, so that it goes nowhere without a script either.
 */
export const submitLocally =
  ({ log, ...toast }: LocalFormOptions) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    console.log(log, Object.fromEntries(new FormData(form)));
    showToast({ type: 'success', ...toast });
    form.reset();
  };
