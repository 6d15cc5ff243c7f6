import { addClass, bookingPath, slotBox, slotOf } from '#infra/testing/browser/classes';
import {
  addChild,
  bookingForm,
  expectAuthTab,
  expectConfirmation,
  fillAccount,
  newSignUp,
  signUpForm,
} from '#infra/testing/browser/forms';
import { atPath, expectToast } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { everyWeekday, formatTimeRange } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { emailedLink } from './testing/mails.ts';
import { expect, familyTest, test } from './testing/test.ts';

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
