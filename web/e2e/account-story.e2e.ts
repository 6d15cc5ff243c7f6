import { localPaths } from '#infra/local/addresses';
import { paths } from '#shared/paths';
import { bookFor, expectConfirmation } from './testing/booking-form.ts';
import { addClass, slotOf } from './testing/classes.ts';
import { expectNoSideScroll } from './testing/layout.ts';
import { logIn } from './testing/log-in.ts';
import { emailedLink } from './testing/mail-links.ts';
import { httpError } from './testing/page-problems.ts';
import { addChild, childForm, fillAccount, newSignUp, signUpForm } from './testing/sign-up-form.ts';
import { expect, test } from './testing/test.ts';
import { errorToast, expectToast } from './testing/toasts.ts';

const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };

for (const [name, device] of [
  ['on a laptop', {}],
  ['on a phone of 375 px', phone],
] as const) {
  test(`${name}: a visitor signs up with two children, verifies, books, edits profile and children, resets the password and logs in again [AUT-18, AUT-19, AUT-23, AUT-31, AUT-34, AUT-37, PAR-23, PAR-27, PAR-28, ERR-38, ERR-39, ERR-40, ERR-50, ERR-51, ERR-52]`, async ({
    newPage,
    expectProblems,
    stack,
  }) => {
    const cls = await addClass(stack);
    const person = newSignUp();
    // The refused login with the old password, and nothing else.
    expectProblems(httpError(400));
    const page = await newPage({ ...device });
    await page.goto(paths.signUp);
    const noSideScroll = async () => await expectNoSideScroll(page);

    await fillAccount(page, person);
    for (const child of person.children) {
      await addChild(page, child);
      await expectToast(page, { title: 'Child added to signup form' });
      await expect(page.getByText(`${child.name} (age`)).toBeVisible();
    }
    await noSideScroll();
    await signUpForm(page).create.click();
    await expectToast(page, {
      title: 'Account Created!',
      description: 'You can now log in to your account and start booking classes.',
    });
    await expect(page).toHaveURL(paths.login);
    await expect(page.getByText(`We have sent a link to ${person.email}`)).toBeVisible();

    const verification = await emailedLink(stack, person.email);
    await page.goto(localPaths.mailbox);
    await page.getByRole('link', { name: person.email }).click();
    const popup = page.waitForEvent('popup');
    await page.frameLocator('iframe[title="Message"]').getByRole('link', { name: 'Verify Email' }).click();
    const verified = await popup;
    await expect(verified.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
    await expect(verified).toHaveURL(verification);
    await verified.close();
    await page.goto(paths.auth);

    await logIn(page, person.email, person.password);
    await expectToast(page, { title: 'Logged in successfully' });
    await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
    await bookFor(page, 'Dan Newcomer');
    await expectConfirmation(page);
    await expectToast(page, { title: 'Success' });

    await page.goto(paths.parentProfile);
    await page.getByLabel('Full Name').fill('Nia Oldhand');
    await page.getByLabel('Phone Number').fill('07700 900789');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, { title: 'Profile updated successfully' });
    await noSideScroll();
    await addChild(page, { name: '  Eve  Newcomer ', date_of_birth: '2019-03-04', medical_conditions: '' });
    await expectToast(page, { title: 'Child added successfully' });
    await expect(page.getByText('Eve Newcomer (age')).toBeVisible();
    await page.getByRole('button', { name: 'Remove Dan Newcomer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Child' }).click();
    await expectToast(page, { title: 'Child removed successfully' });
    await page.reload();
    await expect(page.getByText('Eve Newcomer (age')).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveValue('Nia Oldhand');
    await expect(page.getByLabel('Phone Number')).toHaveValue('07700 900789');
    await expect(page.getByText('Dan Newcomer')).toHaveCount(0);
    await expect(childForm(page).name).toHaveValue('');

    await page.goto(paths.parentBookings);
    await expect(page.getByText('Dan Newcomer (age 9)')).toBeVisible();

    if ('isMobile' in device) await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, { title: 'Logged out' });

    await page.goto(paths.login);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The login form has an email field too, and stays until the view for a forgotten password has loaded.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expectToast(page, { title: 'Check Your Email' });
    await noSideScroll();
    await page.goto(await emailedLink(stack, person.email, 2));
    await page.getByLabel('New Password').fill('a new one');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expectToast(page, { title: 'Your password has been updated successfully.' });
    await expect(page).toHaveURL(paths.login);

    await logIn(page, person.email, person.password);
    await expectToast(page, errorToast('Incorrect username or password.'));
    await logIn(page, person.email, 'a new one');
    await expectToast(page, { title: 'Logged in successfully' });
    await expect(page).toHaveURL(paths.parent);
  });
}
