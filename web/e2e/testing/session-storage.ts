import type { BrowserContextOptions } from '@playwright/test';
import { resourceNames } from '#infra/local/addresses';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/**
 * Starts a session without the login screen.
 * @returns what the browser stores of it, as Amplify names the entries
 */
export const startSession = async (
  stack: TestStack,
  { family: { profile } }: Account,
): Promise<StorageState> => {
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
