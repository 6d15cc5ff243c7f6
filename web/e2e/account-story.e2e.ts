import { expect } from 'vitest';
import { localPaths } from '#infra/local/addresses';
import { paths } from '#shared/paths';
import { bookFor, seeConfirmation } from './testing/booking-form.ts';
import { addClass, slotOf } from './testing/classes.ts';
import { emailedLink } from './testing/mail-links.ts';
import { addChild, childForm, fillAccount, newcomer, signUpForm } from './testing/newcomers.ts';
import { addressOf, fitsTheWidth, pathOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };

it.for([
  ['on a laptop', {}],
  ['on a phone of 375 px', phone],
] as const)(
  '%s: a visitor signs up with two children, verifies, books, edits profile and children, resets the password and logs in again [AUT-18, AUT-19, AUT-23, AUT-31, AUT-34, AUT-37, PAR-23, PAR-27, PAR-28, ERR-38, ERR-39, ERR-40, ERR-50, ERR-51, ERR-52]',
  async ([, device], { open, stack }) => {
    const cls = await addClass(stack);
    const person = newcomer();
    // The refused login with the old password, and nothing else.
    const page = await open({ path: paths.signUp, expects: [answered(400)], ...device });
    const noSideScroll = async () => expect(await fitsTheWidth(page)).toBe(true);

    await fillAccount(page, person);
    for (const child of person.children) {
      await addChild(page, child);
      await seeToast(page, { title: 'Child added to signup form' });
      await page.getByText(`${child.name} (age`).waitFor();
    }
    await noSideScroll();
    await signUpForm(page).create.click();
    await seeToast(page, {
      title: 'Account Created!',
      description: 'You can now log in to your account and start booking classes.',
    });
    expect(addressOf(page)).toBe(paths.login);
    await page.getByText(`We have sent a link to ${person.email}`).waitFor();

    const verification = await emailedLink(stack, person.email);
    await page.goto(localPaths.mailbox);
    await page.getByRole('link', { name: person.email }).click();
    const popup = page.waitForEvent('popup');
    await page.frameLocator('iframe[title="Message"]').getByRole('link', { name: 'Verify Email' }).click();
    const verified = await popup;
    await verified.getByRole('heading', { name: 'Email Verified!' }).waitFor();
    expect(addressOf(verified)).toBe(verification);
    await verified.close();
    await page.goto(paths.auth);

    await logIn(page, person.email, person.password);
    await seeToast(page, { title: 'Logged in successfully' });
    await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
    await bookFor(page, 'Dan Newcomer');
    await seeConfirmation(page);
    await seeToast(page, { title: 'Success' });

    await page.goto(paths.parentProfile);
    await page.getByLabel('Full Name').fill('Nia Oldhand');
    await page.getByLabel('Phone Number').fill('07700 900789');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await seeToast(page, { title: 'Profile updated successfully' });
    await noSideScroll();
    await addChild(page, { name: '  Eve  Newcomer ', date_of_birth: '2019-03-04', medical_conditions: '' });
    await seeToast(page, { title: 'Child added successfully' });
    await page.getByText('Eve Newcomer (age').waitFor();
    await page.getByRole('button', { name: 'Remove Dan Newcomer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Child' }).click();
    await seeToast(page, { title: 'Child removed successfully' });
    await page.reload();
    await page.getByText('Eve Newcomer (age').waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Nia Oldhand');
    expect(await page.getByLabel('Phone Number').inputValue()).toBe('07700 900789');
    await soon(() => page.getByText('Dan Newcomer').count()).toBe(0);
    expect(await childForm(page).name.inputValue()).toBe('');

    await page.goto(paths.parentBookings);
    await page.getByText('Dan Newcomer (age 9)').waitFor();

    if ('isMobile' in device) await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await seeToast(page, { title: 'Logged out' });

    await page.goto(paths.login);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The login form has an email field too, and stays until the view for a forgotten password has loaded.
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await seeToast(page, { title: 'Check Your Email' });
    await noSideScroll();
    await page.goto(await emailedLink(stack, person.email, 2));
    await page.getByLabel('New Password').fill('a new one');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await seeToast(page, { title: 'Your password has been updated successfully.' });
    await soon(() => addressOf(page)).toBe(paths.login);

    await logIn(page, person.email, person.password);
    await seeToast(page, errorToast('Incorrect username or password.'));
    await logIn(page, person.email, 'a new one');
    await seeToast(page, { title: 'Logged in successfully' });
    await soon(() => pathOf(page)).toBe(paths.parent);
  },
);
