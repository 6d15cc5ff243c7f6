import type { Browser, Page } from 'playwright-core';
import { type Account, testPassword } from '#infra/testing/test-stack';
import { paths } from '#shared/paths';
import { watchForProblems } from './problem-guard.ts';

/** Types a password into the login screen, which must be open, and presses its button. */
export const logIn = async (page: Page, email: string, password = testPassword): Promise<void> => {
  const screen = page.getByRole('main');
  await screen.getByLabel('Email').fill(email);
  await screen.getByLabel('Password').fill(password);
  await screen.getByRole('button', { name: 'Log in' }).click();
};

/** Signs accounts in through the login screen, each once, and keeps what their browser stored. */
export const createSessions = (browser: Browser, baseURL: string) => {
  const stored = new Map<string, ReturnType<typeof signIn>>();

  const signIn = async (email: string) => {
    const context = await browser.newContext({ baseURL });
    const check = watchForProblems(context, []);
    const page = await context.newPage();
    await page.goto(paths.auth);
    await logIn(page, email);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    const state = await context.storageState();
    await context.close();
    check();
    return state;
  };

  return {
    of: ({ family }: Account): ReturnType<typeof signIn> => {
      const { email } = family.profile;
      const known = stored.get(email) ?? signIn(email);
      stored.set(email, known);
      return known;
    },
  };
};
