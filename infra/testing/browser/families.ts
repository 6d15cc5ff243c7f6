import type { Page } from '@playwright/test';
import { resourceNames } from '#infra/local/addresses';
import type { SampleFamily } from '#infra/local/seed/world';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { bornYearsAgo } from './business-day.ts';

/** A parent with two children: Ana is 9; Ben is 7 and has asthma. */
export const familyOfTwo = (): SampleFamily =>
  sampleFamily({
    now: new Date(),
    children: [
      { name: 'Ana Parent', date_of_birth: bornYearsAgo(9) },
      {
        name: 'Ben Parent',
        date_of_birth: bornYearsAgo(7),
        medical_conditions: 'Asthma: carries an inhaler',
      },
    ],
  });

export const addFamily = (stack: TestStack, full_name = 'Fay Family'): Promise<Account> => {
  const sample = sampleFamily({
    now: new Date(),
    children: [
      { name: 'Zed Child', date_of_birth: bornYearsAgo(9) },
      { name: 'Amy Child', date_of_birth: bornYearsAgo(6), medical_conditions: 'Peanut allergy' },
    ],
  });
  return stack.createAccount({ ...sample, profile: { ...sample.profile, full_name } });
};

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

export const accessTokenIn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1]);
