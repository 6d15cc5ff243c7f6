import { addClass, bookingPath, slotBox, slotOf } from '#infra/testing/browser/classes';
import { addChild, expectAuthTab, fillAccount, newSignUp, signUpForm } from '#infra/testing/browser/forms';
import { atPath, expectToast } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { everyWeekday, formatTimeRange } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { emailedLink } from './testing/mails.ts';
import { expect, test } from './testing/test.ts';

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
