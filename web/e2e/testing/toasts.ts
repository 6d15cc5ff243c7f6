import type { Locator, Page } from 'playwright-core';

/** How long a toast shows. */
const toastStaysMs = 5_000;

export interface Toast {
  readonly title: string;
  readonly description?: string;
}

/** All toasts that show. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('status');

/** The toast with exactly this title and text. */
export const toastOf = (page: Page, { title, description }: Toast): Locator => {
  const named = page.getByRole('status', { name: title, exact: true });
  return description ? named.filter({ has: page.getByText(description, { exact: true }) }) : named;
};

/** Waits for a toast, and closes it, so that the next one need not wait for its time to end. */
export const seeToast = async (page: Page, toast: Toast): Promise<void> => {
  const shown = toastOf(page, toast);
  await shown.waitFor();
  await shown.getByRole('button', { name: 'Close' }).click();
  await shown.waitFor({ state: 'detached' });
};

/** Waits for a toast whose button a dialog covers, and lets its time pass; the page's clock must be installed. */
export const outlastToast = async (page: Page, toast: Toast): Promise<void> => {
  const shown = toastOf(page, toast);
  await shown.waitFor();
  await page.clock.fastForward(toastStaysMs);
  await shown.waitFor({ state: 'detached' });
};

/** The toast of something that failed (ERR-01). */
export const errorToast = (description: string): Toast => ({ title: 'Error', description });
