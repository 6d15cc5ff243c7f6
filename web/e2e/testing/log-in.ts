import type { Page } from '@playwright/test';
import { testPassword } from '#infra/testing/stack/test-stack';

/** Submits the login screen, which must be open. */
export const logIn = async (page: Page, email: string, password = testPassword): Promise<void> => {
  // The footer has a field for an email address too.
  const screen = page.getByRole('main');
  await screen.getByLabel('Email').fill(email);
  await screen.getByLabel('Password').fill(password);
  await screen.getByRole('button', { name: 'Log in' }).click();
};
