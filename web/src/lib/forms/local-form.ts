import type { FormEvent } from 'react';
import { showToast } from '../toasts/toasts.ts';

interface LocalFormOptions {
  /** Label of the logged values. */
  readonly log: string;
  /** Title of the toast. */
  readonly title: string;
  readonly description?: string;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isBlank = (control: Element): control is TextControl =>
  (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
  control.required &&
  control.value.trim() === '';

/** Refuses blanks alone in a required field, which the browser's own validation accepts. */
const refuseBlank = (control: TextControl): void => {
  control.setCustomValidity('Please fill in this field.');
  control.addEventListener('input', () => control.setCustomValidity(''), { once: true });
  control.reportValidity();
};

/**
 * Submit handler of a form without a backend: logs the values in this browser and sends no request (PUB-30). Such a
 * form has the method `dialog`, so that it sends nothing without scripts either.
 */
export const submitLocally =
  ({ log, ...toast }: LocalFormOptions) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const blank = [...form.elements].find(isBlank);
    if (blank) {
      refuseBlank(blank);
      return;
    }
    console.log(log, Object.fromEntries(new FormData(form)));
    showToast({ type: 'success', ...toast });
    form.reset();
  };
