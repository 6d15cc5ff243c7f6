import type { BrowserContextOptions, Page } from 'playwright-core';
import { resourceNames } from '#infra/local/addresses';
import { type Account, type TestStack, testPassword } from '#infra/testing/stack/test-stack';

/** Types a password into the login screen, which must be open, and presses its button. */
export const logIn = async (page: Page, email: string, password = testPassword): Promise<void> => {
  const screen = page.getByRole('main');
  await screen.getByLabel('Email').fill(email);
  await screen.getByLabel('Password').fill(password);
  await screen.getByRole('button', { name: 'Log in' }).click();
};

/** What a browser keeps, as Playwright words it. */
export type BrowserStorage = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Begins sessions past the login screen, one for each account, and gives what a browser would have stored of them. */
export const createSessions = (stack: TestStack) => {
  const begun = new Map<string, Promise<BrowserStorage>>();

  const begin = async ({ family: { profile } }: Account): Promise<BrowserStorage> => {
    const { AccessToken, RefreshToken } = await stack.beginSession(profile.email);
    const ofClient = `CognitoIdentityServiceProvider.${resourceNames.userPoolClientId}`;
    const ofUser = `${ofClient}.${profile.id}`;
    const localStorage = [
      { name: `${ofClient}.LastAuthUser`, value: profile.id },
      { name: `${ofUser}.accessToken`, value: AccessToken },
      { name: `${ofUser}.refreshToken`, value: RefreshToken },
      { name: `${ofUser}.clockDrift`, value: '0' },
    ];
    return { cookies: [], origins: [{ origin: stack.url, localStorage }] };
  };

  return {
    of: (account: Account): Promise<BrowserStorage> => {
      const { email } = account.family.profile;
      const known = begun.get(email) ?? begin(account);
      begun.set(email, known);
      return known;
    },
  };
};
