import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '#shared/paths';
import { testPassword } from './test-stack.ts';

/** Submits the login screen, which must be open. */
export const submitLogIn = async (page: Page, email: string, password = testPassword): Promise<void> => {
  // Other screens and the footer have fields for an email address too.
  const form = page
    .getByRole('form', { name: 'Login' })
    // Of older commits, with which the bench compares.
    .or(page.getByRole('tabpanel', { name: 'Login' }));
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Log in' }).click();
};

/** Logs in through the login screen. Returns what the browser stores of the session. */
export const logIn = async (
  context: BrowserContext,
  email: string,
  password?: string,
): ReturnType<BrowserContext['storageState']> => {
  const page = await context.newPage();
  await page.goto(paths.login);
  await submitLogIn(page, email, password);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  return context.storageState();
};
