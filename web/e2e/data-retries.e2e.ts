import type { Page } from '@playwright/test';
import { paths } from '#shared/paths';
import { type Calls, failCall, forFirst, holdCalls, interceptCalls, respondWith } from './testing/calls.ts';
import { addClass, cardOf } from './testing/classes.ts';
import { advanceClock, advanceUntil, pauseClock, stepMs } from './testing/clock.ts';
import { httpError, networkError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';
import { errorToast, toastOf, toasts } from './testing/toasts.ts';

const minuteMs = 60_000;

// Not on the public listing: its page is built ahead and asks for the classes before any script does.

/** Sees that the next call comes after the pause and not earlier. */
const seeRetryAfter = async (page: Page, calls: Calls, pauseMs: number) => {
  const before = calls.count();
  // The pause begins when the page learns how the call ended.
  await expect.poll(calls.ended).toBe(before);
  await advanceClock(page, pauseMs - 2 * stepMs);
  expect(calls.count()).toBe(before);
  await advanceClock(page, 2 * stepMs);
  await expect.poll(calls.count).toBe(before + 1);
};

for (const [name, fate, problem] of [
  ['the server fails', respondWith(503), httpError(503)],
  ['no answer comes', failCall, networkError],
] as const) {
  test(`when ${name}, a read is tried again after 1, 2 and 4 seconds [NTF-13]`, async ({
    page,
    signIn,
    expectProblems,
    parent,
    stack,
  }) => {
    const cls = await addClass(stack);
    expectProblems(problem);
    await signIn(parent);
    await pauseClock(page);
    const calls = await interceptCalls(page, 'listClasses', forFirst(3, fate));
    await page.goto(paths.parentClasses);
    await advanceUntil(page, () => calls.count() === 1);
    await seeRetryAfter(page, calls, 1_000);
    await seeRetryAfter(page, calls, 2_000);
    await expect(page.getByText('Loading classes...')).toBeVisible();
    await seeRetryAfter(page, calls, 4_000);
    await advanceUntil(page, () => cardOf(page, cls).isVisible());
    await expect(toasts(page)).toHaveCount(0);
  });
}

test('after the third retry it gives up, until asked to try again [NTF-13, ERR-03]', async ({
  page,
  signIn,
  expectProblems,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  expectProblems(httpError(500));
  await signIn(parent);
  await pauseClock(page);
  const calls = await interceptCalls(page, 'listClasses', forFirst(4, respondWith(500)));
  await page.goto(paths.parentClasses);
  await advanceUntil(page, () => calls.count() === 1);
  for (const pauseMs of [1_000, 2_000, 4_000]) await seeRetryAfter(page, calls, pauseMs);
  await advanceUntil(page, () => toastOf(page, errorToast('Failed to load classes')).isVisible());
  await expect(page.getByRole('article')).toHaveCount(0);
  await advanceClock(page, 2 * minuteMs);
  expect(calls.count()).toBe(4);
  await page.getByRole('button', { name: 'Try again' }).click();
  await advanceUntil(page, () => cardOf(page, cls).isVisible());
  expect(calls.count()).toBe(5);
});

test('a refusal is not tried again [NTF-15]', async ({ page, expectProblems }) => {
  expectProblems(httpError(404));
  await pauseClock(page);
  const calls = await interceptCalls(page, 'listClasses', respondWith(404));
  await page.goto(paths.bookCamp);
  await advanceUntil(page, () => toastOf(page, errorToast('Failed to load classes')).isVisible());
  await advanceClock(page, 2 * minuteMs);
  expect(calls.count()).toBe(1);
});

test('data that no screen shows is kept for five minutes, and dropped then [NTF-14, NTF-15]', async ({
  page,
  signIn,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await pauseClock(page);
  await page.goto(paths.parentClasses);
  await advanceUntil(page, () => cardOf(page, cls).isVisible());
  const leaveFor = async (ms: number) => {
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await advanceUntil(page, () => page.getByRole('heading', { name: 'My Children' }).isVisible());
    await advanceClock(page, ms);
    await page.unrouteAll();
    const calls = await holdCalls(page, 'listClasses');
    await page.getByRole('link', { name: 'Classes', exact: true }).click();
    await advanceUntil(page, () => page.getByRole('heading', { name: 'Available Classes' }).isVisible());
    return calls;
  };

  const soonAfter = await leaveFor(4.9 * minuteMs);
  await expect(cardOf(page, cls)).toBeVisible();
  soonAfter.release();
  const later = await leaveFor(5.1 * minuteMs);
  await expect(page.getByText('Loading classes...')).toBeVisible();
  await expect(cardOf(page, cls)).toHaveCount(0);
  later.release();
  await advanceUntil(page, () => cardOf(page, cls).isVisible());
});
