import { addClass, bookingPath, cardOf, slotBox, slotOf } from '#infra/testing/browser/classes';
import {
  addChild,
  bookFor,
  bookingForm,
  expectAuthTab,
  expectConfirmation,
  fillAccount,
  newSignUp,
  signUpForm,
} from '#infra/testing/browser/forms';
import { atPath, expectToast, toastOf } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { cancellationPolicy } from '#shared/booking/endings';
import { everyWeekday, formatTimeRange } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { emailedLink } from './testing/mails.ts';
import { expect, familyTest, test } from './testing/test.ts';

test('a parent logs in, books [BOK-34, BOK-35, ERR-53, PRC-17, PRM-02]', async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  const { email } = parent.family.profile;
  await page.goto(paths.home);

  await page.getByRole('link', { name: 'Log in' }).click();
  await submitLogIn(page, email);
  await expect(page.getByRole('heading', { name: 'Welcome to Your Dashboard' })).toBeVisible();
  await expectToast(page, { title: 'Logged in successfully' });

  await page.getByRole('link', { name: 'Book A Class' }).click();
  await expect(cardOf(page, cls).getByText('$120.00')).toBeVisible();
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await expect(bookingForm(page).child).toBeVisible();
  await expect(page).toHaveURL(paths.bookClass(cls.id, slotOf(cls).id));
  await expect(bookingForm(page).total).toHaveText(/\$120\.00$/);
  await expect(page.getByText(cancellationPolicy(false), { exact: true })).toBeVisible();
  await bookFor(page, 'Ben Parent');

  await expectConfirmation(page);
  await expect(page).toHaveURL(paths.bookingConfirmation);
  await expectToast(page, { title: 'Success', description: 'Booking confirmed successfully!' });

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  const booking = page.getByRole('article');
  await expect(booking.getByText('Ben Parent (age 7)')).toBeVisible();
  await expect(booking.getByText('Total cost: $120.00')).toBeVisible();

  const mails = async () => (await stack.mails()).filter(({ to }) => to.includes(email));
  await expect.poll(async () => (await mails()).length).toBe(1);
});

familyTest('a parent books by keyboard', { tag: '@exhaustive' }, async ({ page, stack }) => {
  const cls = await addClass(stack);
  await page.goto(paths.parentClasses);
  await slotBox(page, cls).getByRole('button', { name: 'Book' }).click();
  const { keyboard } = page;
  const focused = page.locator(':focus');
  /** Presses Tab for each element, in aria snapshot syntax, and checks that the element gets the focus. */
  const tabThrough = async (...elements: readonly string[]) => {
    for (const element of elements) {
      await keyboard.press('Tab');
      await expect(focused).toMatchAriaSnapshot(`- ${element}`);
    }
  };

  const form = bookingForm(page);
  await expect(form.child).toBeVisible();
  await expect(page).toHaveTitle(/^Book your place/);
  await expect(focused).toMatchAriaSnapshot('- main');
  await tabThrough('link "← Back to Classes"', 'link /Map of/', 'radio "Full Program" [checked]');
  await keyboard.press('ArrowDown');
  await expect(focused).toMatchAriaSnapshot('- radio "Trial Session" [checked]');
  await expect(form.total).toHaveAttribute('aria-live', 'polite');
  await expect(form.total).toHaveText(/\$20\.00$/);
  await tabThrough('combobox "Child"');
  await keyboard.type('Ben');
  const medicalNote = page.locator('[aria-live=polite]').filter({ hasText: 'Asthma: carries an inhaler' });
  await expect(medicalNote).toBeVisible();
  await tabThrough('button "Confirm Booking"');
  await keyboard.press('Enter');

  await expectConfirmation(page);
  await expect(
    toastOf(page, { title: 'Success', description: 'Booking confirmed successfully!' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: /^Notifications/ })).toHaveAttribute('aria-live', 'polite');
  await expect(page).toHaveTitle(/^Booking Confirmed!/);
  await expect(focused).toMatchAriaSnapshot('- main');
  await tabThrough(
    'link /^Map of/',
    'button "Add to calendar"',
    'button "Everything is right for Ben Parent"',
    'link "Change it in your profile"',
    'link "Browse More Classes"',
    'link "Return Home"',
  );
});

test('a visitor who signs up is at the booking [FAM-04]', async ({ page, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  const input = newSignUp();
  await page.goto(paths.bookCamp);
  await slotBox(page, cls, 1).getByRole('button', { name: 'Book Now' }).click();
  await expectToast(page, { title: 'Login Required', description: 'Please log in to book a class' });
  await expect(page).toHaveURL(atPath(paths.auth));
  await expectAuthTab(page, 'Sign Up');
  const choice = page.getByRole('region', { name: 'Your choice' });
  await expect(choice).toContainText('Juniorballerz');
  await expect(choice).toContainText(everyWeekday(cls.start_date));
  await expect(choice).toContainText(formatTimeRange(slotOf(cls, 1)));
  await fillAccount(page, input);
  await addChild(page, input.children[0]);
  await expectToast(page, { title: 'Child added to signup form' });
  await signUpForm(page).create.click();
  await expectToast(page, {
    title: 'Account Created!',
    description: 'You can now log in to your account and start booking classes.',
  });
  await expect(choice).toBeVisible();

  const tab = await page.context().newPage();
  await tab.goto(await emailedLink(stack, input.email, 1));
  await tab.getByRole('link', { name: 'Continue to Login' }).click();
  await expect(tab.getByRole('region', { name: 'Your choice' })).toBeVisible();
  await submitLogIn(tab, input.email, input.password);
  await expect(tab).toHaveURL(bookingPath(cls, 1));
  await expect(tab.getByRole('button', { name: 'Confirm Booking' })).toBeVisible();
  // Once: the next login leads home.
  const kept = await tab.evaluate(() => Object.keys(localStorage));
  expect(kept).toContain('has-logged-in');
  expect(kept).not.toContain('chosen-place');
});

test('a kept choice leads to no other page than that of a place [FAM-04]', async ({ page, parent }) => {
  await page.goto(paths.home);
  await page.evaluate(
    (end) => localStorage.setItem('chosen-place', `${end} //evil.example/book-class/a/b`),
    Date.now() + 3_600_000,
  );
  await page.goto(paths.login);
  await submitLogIn(page, parent.family.profile.email);
  await expect(page).toHaveURL(paths.parent);
});
