import type { BrowserContext } from 'playwright-core';
import { paths } from '#shared/paths';

/** Logs in through the login screen. Returns what the browser stores of the session. */
export const logIn = async (
  context: BrowserContext,
  email: string,
  password: string,
): ReturnType<BrowserContext['storageState']> => {
  const page = await context.newPage();
  await page.goto(paths.login);
  // The footer has a field for an email address too.
  const screen = page.getByRole('main');
  await screen.getByLabel('Email').fill(email);
  await screen.getByLabel('Password').fill(password);
  await screen.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  return context.storageState();
};
