import { forFirst, interceptCalls, loseResponse } from '#infra/testing/browser/calls';
import { addClass, bookByApi, bookingPath, storedBookings } from '#infra/testing/browser/classes';
import { familyOfTwo } from '#infra/testing/browser/families';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { atPath, errorToast, keepToast, networkError, toasts } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

const otherTimes = 'Another time of the same class still has places';

test('the last place stays open for a retry after the response to a trial was lost [BOK-49]', {
  tag: '@exhaustive',
}, async ({ page, expectProblems, stack, parent }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }, { capacity: 5 }] });
  expectProblems(networkError);
  await page.goto(bookingPath(cls));
  await interceptCalls(page, 'bookSlot', forFirst(1, loseResponse));
  const reread = page.waitForResponse((answer) => answer.url().includes('/api/me/offers/'));
  await bookingForm(page).trial.check();
  await bookFor(page, 'Ana Parent');
  await reread;
  await expect(page.getByText('0 spots remaining')).toBeVisible();
  await expect(page.getByText('Ana Parent has a place here', { exact: true })).toBeVisible();
  await expect(page.getByText(otherTimes)).toHaveCount(0);
  await expect(page.getByText('has already had a trial')).toHaveCount(0);
  await keepToast(page, errorToast('Failed to create booking'));
  await bookingForm(page).confirm.press('Enter');
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  // The success ends the error of the same form.
  await expect(toasts(page)).toHaveText([/Booking confirmed successfully!/]);
});

test('a full slot names the child who has a place in it, and offers other times to the other child only [BOK-49]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack }) => {
  const family = familyOfTwo();
  const cls = await addClass(stack, { slots: [{ capacity: 2 }, { capacity: 5 }] });
  const account = await stack.createAccount(family);
  await bookByApi(stack, account, cls);
  await bookByApi(stack, await stack.createAccount(), cls);
  await signIn(account);
  await page.goto(bookingPath(cls));
  await expect(page.getByText('This time slot is now full')).toBeVisible();
  await expect(page.getByText('Ana Parent has a place here', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Another time of the same class still has places for Ben Parent:', { exact: true }),
  ).toBeVisible();
});

test('choices outlive a reload and a login', { tag: '@exhaustive' }, async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  const { child, trial, confirm } = bookingForm(page);
  await trial.check();
  await child.selectOption({ index: 2 });
  await page.reload();
  await expect(trial).toBeChecked();
  await expect(child.locator('option:checked')).toHaveText(/^Ben Parent/);
  await page.evaluate(() => localStorage.clear());
  await confirm.click();
  await expect(page).toHaveURL(atPath(paths.auth));
  await submitLogIn(page, parent.family.profile.email);
  await expect(page).toHaveURL(bookingPath(cls));
  await expect(trial).toBeChecked();
  await expect(child.locator('option:checked')).toHaveText(/^Ben Parent/);
  await confirm.click();
  await expectConfirmation(page);
  await page.goto(bookingPath(cls));
  await expect(child.locator('option:checked')).toHaveText('Choose a child');
});
