import { localPaths } from '#infra/local/addresses';
import { addClass, slotOf } from '#infra/testing/browser/classes';
import {
  addChild,
  bookFor,
  childForm,
  expectConfirmation,
  fillAccount,
  newSignUp,
  signUpForm,
} from '#infra/testing/browser/forms';
import { errorToast, expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { halfOf, repeatedTag } from '#infra/testing/runner/slowness';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { paths } from '#shared/paths';
import { phone } from './testing/browser.ts';
import { emailedLink } from './testing/mails.ts';
import { expect, test } from './testing/test.ts';

const devices = [
  ['a phone', phone],
  ['a laptop', {}],
] as const;

for (const [device, options] of halfOf(devices)) {
  test.describe(`on ${device}`, () => {
    test.use(options);

    test('a visitor signs up, verifies the email, books, edits the profile, resets the password, logs in [AUT-18, AUT-23, AUT-31, AUT-37, PAR-27]', {
      tag: ['@exhaustive', repeatedTag],
    }, async ({ page, expectProblems, stack }) => {
      // The login with the old password is refused.
      expectProblems(httpError(400));
      const cls = await addClass(stack);
      const input = newSignUp();

      await test.step('sign up with two children', async () => {
        await page.goto(paths.signUp);
        await fillAccount(page, input);
        for (const child of input.children) {
          await addChild(page, child);
          await expectToast(page, { title: 'Child added to signup form' });
          await expect(page.getByText(`${child.name} (age`)).toBeVisible();
        }
        await expectNoSideScroll(page);
        await signUpForm(page).create.click();
        await expectToast(page, {
          title: 'Account Created!',
          description: 'You can now log in to your account and start booking classes.',
        });
        await expect(page).toHaveURL(paths.login);
        await expect(page.getByText(`We have sent a link to ${input.email}`)).toBeVisible();
      });

      await test.step('verify the email address by the link in the mail', async () => {
        const link = await emailedLink(stack, input.email);
        await page.goto(localPaths.mailbox);
        await page.getByRole('link', { name: input.email }).click();
        const popup = page.waitForEvent('popup');
        await page
          .frameLocator('iframe[title="Message"]')
          .getByRole('link', { name: 'Verify Email' })
          .click();
        const verification = await popup;
        await expect(verification.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
        await expect(verification).toHaveURL(link);
        await verification.getByRole('link', { name: 'Continue to Login' }).click();
        await expect(verification.getByLabel('Password')).toBeVisible();
        await verification.close();
      });

      await test.step('log in and book', async () => {
        await page.goto(paths.auth);
        await submitLogIn(page, input.email, input.password);
        await expectToast(page, { title: 'Logged in successfully' });
        await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
        await bookFor(page, 'Dan Novak');
        await expectConfirmation(page);
        await expectToast(page, { title: 'Success' });
      });

      await test.step('edit the profile, add a child and remove one', async () => {
        await page.goto(paths.parentProfile);
        await expect(page.getByLabel('Full Name')).toHaveValue(input.full_name);
        await expect(page.getByLabel('Phone Number')).toHaveValue(input.phone_number);
        for (const { name } of input.children) await expect(page.getByText(`${name} (age`)).toBeVisible();
        await page.getByLabel('Full Name').fill('Nia Renamed');
        await page.getByLabel('Phone Number').fill('07700 900789');
        await page.getByRole('button', { name: 'Save Changes' }).click();
        await expectToast(page, { title: 'Profile updated successfully' });
        await expectNoSideScroll(page);
        // A phone folds the form of a further child.
        if (device === 'a phone') await page.getByRole('heading', { name: 'Add a Child' }).click();
        await addChild(page, {
          name: '  Eve  Novak ',
          date_of_birth: '2019-03-04',
          medical_conditions: '',
        });
        await expectToast(page, { title: 'Child added successfully' });
        await expect(page.getByText('Eve Novak (age')).toBeVisible();
        await page.getByRole('button', { name: 'Remove Dan Novak' }).click();
        const dialog = page.getByRole('alertdialog');
        await expect(dialog.getByText('Cancel Dan Novak’s 1 booking first')).toBeVisible();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Remove Eve Novak' }).click();
        await dialog.getByRole('button', { name: 'Remove Child' }).click();
        await expectToast(page, { title: 'Child removed successfully' });
        await page.reload();
        await expect(page.getByText('Dan Novak (age')).toBeVisible();
        await expect(page.getByLabel('Full Name')).toHaveValue('Nia Renamed');
        await expect(page.getByLabel('Phone Number')).toHaveValue('07700 900789');
        await expect(page.getByText('Eve Novak')).toHaveCount(0);
        await expect(childForm(page).name).toHaveValue('');
        await page.goto(paths.parentBookings);
        await expect(page.getByText('Dan Novak (age 9)')).toBeVisible();
      });

      await test.step('log out', async () => {
        const menu = page.getByRole('button', { name: 'Open menu' });
        if (device === 'a phone') await menu.click();
        await page.getByRole('button', { name: 'Logout' }).click();
        await expectToast(page, { title: 'Logged out' });
      });

      await test.step('reset the password and log in with the new one', async () => {
        await page.goto(paths.login);
        await page.getByRole('link', { name: 'Forgot password?' }).click();
        // The login form has an email field too, and stays until the next view has loaded.
        await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
        await page.getByLabel('Email', { exact: true }).fill(input.email);
        await page.getByRole('button', { name: 'Send Reset Link' }).click();
        await expectToast(page, { title: 'Check Your Email' });
        await expectNoSideScroll(page);
        await page.goto(await emailedLink(stack, input.email, 2));
        await page.getByLabel('New Password').fill('a new one');
        await page.getByRole('button', { name: 'Update Password' }).click();
        await expectToast(page, { title: 'Your password has been updated successfully.' });
        await expect(page).toHaveURL(paths.login);

        await submitLogIn(page, input.email, input.password);
        await expectToast(page, errorToast('Incorrect username or password.'));
        await submitLogIn(page, input.email, 'a new one');
        await expectToast(page, { title: 'Logged in successfully' });
        await expect(page).toHaveURL(paths.parent);
      });
    });
  });
}
