import { expect, type Locator, type Page } from '@playwright/test';

const toastLifetimeMs = 5_000;

export interface Toast {
  readonly title: string;
  readonly description?: string;
}

/** All visible toasts. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('status');

/** The toast with exactly this title and description. */
export const toastOf = (page: Page, { title, description }: Toast): Locator => {
  const named = page.getByRole('status', { name: title, exact: true });
  return description ? named.filter({ has: page.getByText(description, { exact: true }) }) : named;
};

/** Waits for a toast and closes it: the next one is shown only when this one is gone. */
export const expectToast = async (page: Page, toast: Toast): Promise<void> => {
  const shown = toastOf(page, toast);
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(shown).toHaveCount(0);
};

/** Like `expectToast` where a dialog covers the close button: it expires the toast. The page's clock must be installed. */
export const expectCoveredToast = async (page: Page, toast: Toast): Promise<void> => {
  const shown = toastOf(page, toast);
  await expect(shown).toBeVisible();
  await page.clock.fastForward(toastLifetimeMs);
  await expect(shown).toHaveCount(0);
};

/**
 * Keeps a toast on the screen by the pointer: under it, no toast expires. Buttons are pressed by keyboard from then on.
 */
export const keepToast = (page: Page, toast: Toast): Promise<void> => toastOf(page, toast).hover();

/** The toast of a failure (ERR-01). */
export const errorToast = (description: string): Toast => ({ title: 'Error', description });
