import type { Page } from '@playwright/test';
import { resourceNames } from '#infra/local/addresses';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';

/** An entry of the browser's local storage. */
export interface StoredEntry {
  readonly name: string;
  readonly value: string;
}

/**
 * Starts a session without the login screen.
 * @returns what the browser stores of it, as Amplify names the entries
 */
export const startSession = async (
  stack: TestStack,
  { family: { profile } }: Account,
): Promise<StoredEntry[]> => {
  const { AccessToken, RefreshToken } = await stack.beginSession(profile.email);
  const ofClient = `CognitoIdentityServiceProvider.${resourceNames.userPoolClientId}`;
  const ofUser = `${ofClient}.${profile.id}`;
  return [
    { name: `${ofClient}.LastAuthUser`, value: profile.id },
    { name: `${ofUser}.accessToken`, value: AccessToken },
    { name: `${ofUser}.refreshToken`, value: RefreshToken },
    { name: `${ofUser}.clockDrift`, value: '0' },
  ];
};

const tokenIn = (page: Page, ending: string): Promise<string | undefined> =>
  page.evaluate((name) => Object.entries(localStorage).find(([key]) => key.endsWith(name))?.[1], ending);

/** The access token that a page stores. */
export const accessTokenIn = (page: Page): Promise<string | undefined> => tokenIn(page, '.accessToken');

/** The refresh token that a page stores. */
export const refreshTokenIn = (page: Page): Promise<string | undefined> => tokenIn(page, '.refreshToken');
