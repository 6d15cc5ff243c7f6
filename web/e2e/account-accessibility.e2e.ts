import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { addChild } from './testing/newcomers.ts';
import { fitsTheWidth } from './testing/page-state.ts';
import { siteTest as it } from './testing/site-test.ts';

interface Scene {
  readonly path: string;
  readonly isSignedIn?: boolean;
  readonly reach: (page: Page) => Promise<void>;
}

const scenes: Record<string, Scene> = {
  login: { path: paths.login, reach: (page) => page.getByLabel('Password').waitFor() },
  'sign-up with a child and all errors': {
    path: paths.signUp,
    reach: async (page) => {
      await addChild(page, { name: 'Cleo', date_of_birth: '2019-01-02', medical_conditions: 'Hay fever' });
      await page.getByText('Cleo (age').waitFor();
      await page.getByRole('button', { name: 'Add Child' }).click();
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByText('Please enter a password').waitFor();
    },
  },
  'forgot password': {
    path: paths.forgotPassword,
    reach: (page) => page.getByRole('button', { name: 'Send Reset Link' }).waitFor(),
  },
  'new password': {
    path: paths.resetPasswordLink('abc'),
    reach: (page) => page.getByLabel('New Password').waitFor(),
  },
  'failed verification': {
    path: paths.verifyEmail,
    reach: (page) => page.getByRole('heading', { name: 'Verification Failed' }).waitFor(),
  },
  profile: {
    path: paths.parentProfile,
    isSignedIn: true,
    reach: (page) => page.getByText('Ben Parent (age').waitFor(),
  },
  'deletion of the account': {
    path: paths.parentProfile,
    isSignedIn: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await page.getByText('Please type DELETE to confirm').waitFor();
    },
  },
};

it.for(
  Object.keys(scenes).flatMap((name) =>
    (
      [
        { colorScheme: 'light', width: 320 },
        { colorScheme: 'dark', width: 1280 },
      ] as const
    ).map((look) => ({ name, ...look })),
  ),
)(
  '$name, $colorScheme at $width px: axe finds nothing, and nothing reaches over the side',
  async ({ name, colorScheme, width }, { open, parent }) => {
    const { path, isSignedIn, reach } = scenes[name] ?? expect.fail();
    const page = await open({
      path,
      colorScheme,
      viewport: { width, height: 800 },
      ...(isSignedIn && { as: parent }),
    });
    await reach(page);
    expect(await fitsTheWidth(page)).toBe(true);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  },
);
