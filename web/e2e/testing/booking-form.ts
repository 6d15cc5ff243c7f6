import { expect, type Locator, type Page } from '@playwright/test';

/** The parts of the booking screen's form. */
export const bookingForm = (page: Page) => ({
  fullProgram: page.getByRole('radio', { name: 'Full Program' }),
  trial: page.getByRole('radio', { name: 'Trial Session' }),
  child: page.getByRole('combobox', { name: 'Child' }),
  /** "Total cost" and the amount. */
  total: page.getByRole('paragraph').filter({ hasText: /^Total cost/ }),
  confirm: page.getByRole('button', { name: 'Confirm Booking' }),
});

/** Selects the child whose entry contains the name, and confirms. */
export const bookFor = async (page: Page, childName: string): Promise<void> => {
  const { child, confirm } = bookingForm(page);
  const entry = child.getByRole('option').filter({ hasText: childName });
  await child.selectOption(await entry.getAttribute('value'));
  await confirm.click();
};

/** Waits for the confirmation screen. */
export const expectConfirmation = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();

/** The value of a named fact on the confirmation screen. */
export const confirmedFact = (page: Page, name: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::*[1]');
