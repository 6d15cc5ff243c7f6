import { submitLogIn } from '#infra/testing/stack/log-in';
import { testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { atPath } from './testing/address.ts';
import { expectNoAxeInThemes } from './testing/axe.ts';
import { httpError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';
import { expectToast } from './testing/toasts.ts';

const codeLabel = 'Code from your authenticator app';

test('a login asks for the code after the password, says when it is wrong or used, and goes on with the next one [MFA-03]', async ({
  page,
  parent,
  stack,
  expectProblems,
}) => {
  const { code } = await stack.addAuthenticator(parent);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(paths.auth);
  await submitLogIn(page, parent.family.profile.email);
  const field = page.getByLabel(codeLabel);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expectNoAxeInThemes(page, 'the code of a login');
  const stored = () =>
    page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].join());
  expect(await stored()).not.toContain('Cognito');

  await field.press('Enter');
  await expect(page.getByText('Please enter the 6 digits that your app shows')).toBeVisible();
  expectProblems(httpError(400));
  await field.fill('000 000');
  await field.press('Enter');
  await expect(page.getByText('This code is not right.')).toBeVisible();
  await field.fill(code(-30));
  await field.press('Enter');
  await expect(page.getByText('This code was used already.')).toBeVisible();
  await expect(page).toHaveURL(atPath(paths.auth));
  const right = code();
  await field.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await field.press('Enter');
  await expectToast(page, { title: 'Logged in successfully' });
  await expect(page).toHaveURL(paths.parent);
});

test('the login goes back to email and password from the code', async ({ page, parent, stack }) => {
  await stack.addAuthenticator(parent);
  await page.goto(paths.auth);
  await submitLogIn(page, parent.family.profile.email);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(parent.family.profile.email);
});

test('what needs the password again needs the code too', async ({
  page,
  signIn,
  parent,
  stack,
  expectProblems,
}) => {
  await signIn(parent);
  const { code } = await stack.addAuthenticator(parent);
  await page.goto(paths.parentProfile);
  await page.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Your Password').fill(testPassword);
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const field = dialog.getByLabel(codeLabel);
  await expect(field).toBeFocused();
  expectProblems(httpError(400));
  await field.fill('000000');
  await field.press('Enter');
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  const started = page.waitForEvent('download');
  await field.fill(code());
  await field.press('Enter');
  await started;
});
