import type { Page } from '@playwright/test';
import {
  type Calls,
  forFirst,
  holdCalls,
  interceptCalls,
  passOn,
  respondWith,
} from '#infra/testing/browser/calls';
import { addClass, cardOf } from '#infra/testing/browser/classes';
import { errorToast, httpError, toastOf } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { advanceClock, advanceUntil, advanceUntilVisible, pauseClock, stepMs } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

const minuteMs = 60_000;

// The tests use /parent/classes: the prerendered public listing requests the classes before the site's scripts run.

/** Checks that the next call comes after the pause and not earlier. */
const expectRetryAfter = async (page: Page, calls: Calls, pauseMs: number) => {
  const before = calls.count();
  // The pause begins when the page knows that the call has failed.
  await expect.poll(calls.ended).toBe(before);
  await advanceClock(page, pauseMs - 2 * stepMs);
  expect(calls.count()).toBe(before);
  await advanceClock(page, 2 * stepMs);
  await expect.poll(calls.count).toBe(before + 1);
};

test('a read fails after the third retry, and a button repeats it [NTF-13, ERR-03]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, parent, stack }) => {
  const cls = await addClass(stack);
  expectProblems(httpError(500));
  await signIn(parent);
  await pauseClock(page);
  const calls = await interceptCalls(page, 'listClasses', forFirst(4, respondWith(500)));
  await page.goto(paths.parentClasses);
  await advanceUntil(page, () => calls.count() === 1);
  for (const pauseMs of [1_000, 2_000, 4_000]) await expectRetryAfter(page, calls, pauseMs);
  await advanceUntilVisible(page, toastOf(page, errorToast('Failed to load classes')));
  await expect(page.getByRole('article')).toHaveCount(0);
  await advanceClock(page, 2 * minuteMs);
  expect(calls.count()).toBe(4);
  await page.getByRole('button', { name: 'Try again' }).click();
  await advanceUntilVisible(page, cardOf(page, cls));
  expect(calls.count()).toBe(5);
});

test('a read that the server refuses is not repeated [NTF-15]', { tag: '@exhaustive' }, async ({
  page,
  expectProblems,
}) => {
  expectProblems(httpError(404));
  await pauseClock(page);
  const calls = await interceptCalls(page, 'listClasses', respondWith(404));
  await page.goto(paths.bookCamp);
  await advanceUntilVisible(page, toastOf(page, errorToast('Failed to load classes')));
  await advanceClock(page, 2 * minuteMs);
  expect(calls.count()).toBe(1);
});

test('data that no screen shows is cached for five minutes [NTF-14]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await pauseClock(page);
  await page.goto(paths.parentClasses);
  await advanceUntilVisible(page, cardOf(page, cls));
  const leaveFor = async (ms: number) => {
    const family = await interceptCalls(page, 'getMyFamily', passOn);
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await advanceUntilVisible(page, page.getByRole('heading', { name: 'My Children' }));
    // A call that is pending when the clock moves by minutes reaches its timeout.
    await expect.poll(family.ended).toBe(1);
    await family.stop();
    await advanceClock(page, ms);
    const calls = await holdCalls(page, 'listClasses');
    await page.getByRole('link', { name: 'Classes', exact: true }).click();
    await advanceUntilVisible(page, page.getByRole('heading', { name: 'Available Classes' }));
    return calls;
  };

  const early = await leaveFor(4.9 * minuteMs);
  await expect(cardOf(page, cls)).toBeVisible();
  early.release();
  const late = await leaveFor(5.1 * minuteMs);
  await expect(page.getByText('Loading classes...')).toBeVisible();
  await expect(cardOf(page, cls)).toHaveCount(0);
  late.release();
  await advanceUntilVisible(page, cardOf(page, cls));
});
