import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { businessTimeZone, businessToday } from '#infra/testing/browser/business-day';
import { forFirst, interceptCalls, passOn, respondWith } from '#infra/testing/browser/calls';
import {
  addClass,
  bookByApi,
  bookingPath,
  setWeeklyRate,
  slotOf,
  storedBookings,
} from '#infra/testing/browser/classes';
import { familyOfTwo } from '#infra/testing/browser/families';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { atPath, errorToast, expectToast, httpError, scrollTop } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { serverNowHeader } from '#shared/contract/route';
import { toOffsetTime } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { hourMs } from '#shared/lib/durations';
import { formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const conflict = [httpError(409)];

test('gives the last place to one of two browsers, and offers the other one the other times [BOK-08, BOK-28]', {
  tag: '@exhaustive',
}, async ({ newPage, expectProblems, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }, { capacity: 5 }] });
  expectProblems(httpError(409));
  const rivals = await Promise.all(
    ['first', 'second'].map(async () => {
      const account = await stack.createAccount(familyOfTwo());
      const page = await newPage({ as: account });
      await page.goto(bookingPath(cls));
      await bookingForm(page).child.selectOption({ label: 'Ana Parent (age 9)' });
      return { account, page };
    }),
  );
  await Promise.all(rivals.map(({ page }) => bookingForm(page).confirm.click()));

  const refused = () => rivals.filter(({ page }) => page.url().endsWith(bookingPath(cls)));
  await expect.poll(() => refused().length).toBe(1);
  const [loser] = refused();
  if (!loser) throw new Error('Both bookings were accepted');
  await expectToast(loser.page, errorToast('This time slot is now full'));
  await expect(loser.page.getByText('Another time of the same class still has places:')).toBeVisible();
  for (const rival of rivals) {
    expect(await storedBookings(stack, rival.account, cls)).toHaveLength(rival === loser ? 0 : 1);
    if (rival !== loser) await expectConfirmation(rival.page);
  }

  await loser.page.getByRole('link', { name: '10:00 AM - 10:45 AM 5 spots remaining' }).click();
  await expect(loser.page).toHaveURL(bookingPath(cls, 1));
  await bookFor(loser.page, 'Ana Parent');
  await expectConfirmation(loser.page);
});

test('shows that the slot has filled up since the screen was opened, and leads to its list with the child chosen [BOK-28, ERR-02, FAM-03, WAI-01]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, stack, parent }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  expectProblems(...conflict);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  await expect(bookingForm(page).child).toBeVisible();
  await bookByApi(stack, await stack.createAccount(), cls);
  await bookFor(page, 'Ana Parent');
  await expect(page.locator(':focus')).toContainText('This time slot is now full');
  expect(await scrollTop(page)).toBe(0);
  await expectToast(page, errorToast('This time slot is now full'));
  await expect(page.getByRole('link', { name: 'Browse Other Classes' })).toBeVisible();
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await page.getByRole('link', { name: 'Join waiting list' }).click();
  await expect(page.getByRole('checkbox', { name: 'Ana Parent' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Ben Parent' })).not.toBeChecked();
});

test('books a child once in a slot; another child or another slot can be booked [BOK-29, BOK-30]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, stack, parent }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 9 }, { capacity: 9 }] });
  await bookByApi(stack, parent, cls);
  expectProblems(...conflict);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  await bookFor(page, 'Ana Parent');
  await expectToast(page, errorToast('Ana Parent is already booked for this time slot'));
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  await bookFor(page, 'Ben Parent');
  await expectConfirmation(page);
  await page.goto(bookingPath(cls, 1));
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
  const stored = await storedBookings(stack, parent, cls);
  expect(stored.map(({ child_name, time_slot_id }) => [child_name, time_slot_id])).toEqual([
    ['Ana Parent', slotOf(cls, 1).id],
    ['Ben Parent', slotOf(cls).id],
    ['Ana Parent', slotOf(cls).id],
  ]);
});

test('shows a changed price and asks again before it books [BOK-24, PRC-17]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  expectProblems,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  expectProblems(...conflict);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const { total } = bookingForm(page);
  await expect(total).toHaveText('Total cost$120.00');
  await setWeeklyRate(stack, cls, 2_500);
  await bookFor(page, 'Ana Parent');
  await expectToast(page, errorToast('The price has changed. Please check the new total and confirm again.'));
  await expect(total).toHaveText('Total cost$150.00');
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await bookingForm(page).confirm.click();
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ amount: 15_000 }]);
});

test('shows the new date of a trial whose session was cancelled, and asks again before it books [BOK-50, CAN-14]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, stack, admin, parent }) => {
  const cls = await addClass(stack);
  const [first, next] = [addDays(businessToday, 4), addDays(businessToday, 11)];
  expectProblems(...conflict);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const { trial, confirm } = bookingForm(page);
  await expect(page.getByRole('list', { name: 'Your 6 dates' }).getByRole('listitem')).toHaveText(
    Array.from({ length: 6 }, (_, week) => formatDate(addDays(first, 7 * week))),
  );
  await trial.check();
  const date = page.getByRole('list', { name: 'Your date' }).getByRole('listitem');
  await expect(date).toHaveText([formatDate(first)]);
  const { status } = await stack.call({
    route: 'cancelSessions',
    token: admin.token,
    idempotencyKey: randomUUID(),
    body: {
      target: { kind: 'class-day', class_id: cls.id, date: first },
      reason: 'weather',
      note: null,
      remedy: { kind: 'later' },
    },
  });
  expect(status).toBe(200);
  await bookFor(page, 'Ana Parent');
  await expectToast(
    page,
    errorToast('The date of the trial has changed. Please check the new date and confirm again.'),
  );
  await expect(date).toHaveText([formatDate(next)]);
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await confirm.click();
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ trial_date: next }]);
});

test.describe('on a page that was opened yesterday', () => {
  /**
   * The server's answers tell an instant of yesterday until `tellToday`: about 6 AM in business time, before the session
   * of that day.
   */
  const openYesterday = async (page: Page): Promise<{ tellToday(): void }> => {
    let hoursBack = 30;
    await page.route('**/api/**', async (call) => {
      const response = await call.fetch();
      const headers = response.headers();
      const instant = new Date(Date.parse(headers[serverNowHeader] ?? '') - hoursBack * hourMs);
      await call.fulfill({
        response,
        headers: { ...headers, [serverNowHeader]: toOffsetTime(instant, businessTimeZone) },
      });
    });
    return {
      tellToday: () => {
        hoursBack = 0;
      },
    };
  };

  test('shows today’s price and asks again before it books [PRC-17]', { tag: '@exhaustive' }, async ({
    page,
    signIn,
    expectProblems,
    stack,
    parent,
  }) => {
    // Six weeks remain today; yesterday seven weeks did.
    const cls = await addClass(stack, { startsIn: -15 });
    expectProblems(...conflict);
    await signIn(parent);
    const server = await openYesterday(page);
    await page.goto(bookingPath(cls));
    const { child, total, confirm } = bookingForm(page);
    await expect(total).toHaveText('Total cost$140.00');
    await child.selectOption({ label: 'Ana Parent (age 9)' });
    server.tellToday();
    await confirm.click();
    await expectToast(
      page,
      errorToast('The price has changed. Please check the new total and confirm again.'),
    );
    await expect(total).toHaveText('Total cost$120.00');
    await confirm.click();
    await expectConfirmation(page);
  });

  for (const [type, items] of [
    ['Full Program', '[BOK-32]'],
    ['Trial Session', '[BOK-31, BOK-32]'],
  ] as const) {
    test(`refuses a ${type} of a programme that ended yesterday ${items}`, { tag: '@exhaustive' }, async ({
      page,
      signIn,
      expectProblems,
      stack,
      parent,
    }) => {
      const cls = await addClass(stack, { startsIn: -57, lasts: 56 });
      expectProblems(...conflict);
      await signIn(parent);
      const server = await openYesterday(page);
      await page.goto(bookingPath(cls));
      const { child, confirm } = bookingForm(page);
      await page.getByRole('radio', { name: type }).check();
      await child.selectOption({ label: 'Ana Parent (age 9)' });
      server.tellToday();
      await confirm.click();
      await expectToast(page, errorToast('Program ended'));
      await expect(confirm).toBeDisabled();
      expect(await storedBookings(stack, parent, cls)).toEqual([]);
    });
  }
});

test('shows an error when the form is submitted without a child [BOK-25]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const calls = await interceptCalls(page, 'bookSlot', passOn);
  await expect(bookingForm(page).child).toBeVisible();
  // The button is disabled; assistive tools and extensions can submit the form without it.
  await page
    .getByRole('main')
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expectToast(page, errorToast('Please select a child'));
  expect(calls.count()).toBe(0);
});

test('leads to the login when the session is gone, and back to the slot [BOK-26, ERR-36]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, parent }) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  await expect(bookingForm(page).child).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await bookFor(page, 'Ana Parent');
  await expectToast(page, errorToast('Not authenticated'));
  await expect(page).toHaveURL(atPath(paths.auth));
  await submitLogIn(page, parent.family.profile.email);
  await expect(bookingForm(page).child).toBeVisible();
  await expect(page).toHaveURL(bookingPath(cls));
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
});

test('shows "Failed to create booking" when the server fails, and can be confirmed again [BOK-24, ERR-01, ERR-02, ERR-26]', async ({
  page,
  signIn,
  expectProblems,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  expectProblems(httpError(500));
  await signIn(parent);
  await page.goto(bookingPath(cls));
  await interceptCalls(page, 'bookSlot', forFirst(1, respondWith(500)));
  await bookFor(page, 'Ana Parent');
  await expectToast(page, errorToast('Failed to create booking'));
  await expect(bookingForm(page).confirm).toBeEnabled();
  await bookingForm(page).confirm.click();
  await expectConfirmation(page);
});
