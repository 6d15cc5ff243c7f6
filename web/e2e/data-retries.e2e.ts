import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { answerWith, atFirst, type Calls, cutOff, holdCalls, interceptCalls } from './testing/calls.ts';
import { addClass, cardOf } from './testing/classes.ts';
import { passTime, passTimeUntil, stepMs, stopClock } from './testing/clock.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, toastOf, toasts } from './testing/toasts.ts';

const minuteMs = 60_000;

// Not on the public listing: its page is built ahead and asks for the classes before any script does.

/** Sees that the next call comes after the pause and not earlier. */
const seeRetryAfter = async (page: Page, calls: Calls, pauseMs: number) => {
  const before = calls.count();
  // The pause begins when the page learns how the call ended.
  await soon(calls.ended).toBe(before);
  await passTime(page, pauseMs - 2 * stepMs);
  expect(calls.count()).toBe(before);
  await passTime(page, 2 * stepMs);
  await soon(calls.count).toBe(before + 1);
};

it.for([
  ['the server fails', answerWith(503), answered(503)],
  ['no answer comes', cutOff, noAnswer],
] as const)(
  'when %s, a read is tried again after 1, 2 and 4 seconds [NTF-13]',
  async ([, fate, problem], { open, parent, stack }) => {
    const cls = await addClass(stack);
    const page = await open({ as: parent, expects: [problem] });
    await stopClock(page);
    const calls = await interceptCalls(page, 'listClasses', atFirst(3, fate));
    await page.goto(paths.parentClasses);
    await passTimeUntil(page, () => calls.count() === 1);
    await seeRetryAfter(page, calls, 1_000);
    await seeRetryAfter(page, calls, 2_000);
    expect(await page.getByText('Loading classes...').isVisible()).toBe(true);
    await seeRetryAfter(page, calls, 4_000);
    await passTimeUntil(page, () => cardOf(page, cls).isVisible());
    expect(await toasts(page).count()).toBe(0);
  },
);

it('after the third retry it gives up, until asked to try again [NTF-13, ERR-03]', async ({
  open,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  const page = await open({ as: parent, expects: [answered(500)] });
  await stopClock(page);
  const calls = await interceptCalls(page, 'listClasses', atFirst(4, answerWith(500)));
  await page.goto(paths.parentClasses);
  await passTimeUntil(page, () => calls.count() === 1);
  for (const pauseMs of [1_000, 2_000, 4_000]) await seeRetryAfter(page, calls, pauseMs);
  await passTimeUntil(page, () => toastOf(page, errorToast('Failed to load classes')).isVisible());
  expect(await page.getByRole('article').count()).toBe(0);
  await passTime(page, 2 * minuteMs);
  expect(calls.count()).toBe(4);
  await page.getByRole('button', { name: 'Try again' }).click();
  await passTimeUntil(page, () => cardOf(page, cls).isVisible());
  expect(calls.count()).toBe(5);
});

it('a refusal is not tried again [NTF-15]', async ({ open }) => {
  const page = await open({ expects: [answered(404)] });
  await stopClock(page);
  const calls = await interceptCalls(page, 'listClasses', answerWith(404));
  await page.goto(paths.bookCamp);
  await passTimeUntil(page, () => toastOf(page, errorToast('Failed to load classes')).isVisible());
  await passTime(page, 2 * minuteMs);
  expect(calls.count()).toBe(1);
});

it('data that no screen shows is kept for five minutes, and dropped then [NTF-14, NTF-15]', async ({
  open,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  const page = await open({ as: parent });
  await stopClock(page);
  await page.goto(paths.parentClasses);
  await passTimeUntil(page, () => cardOf(page, cls).isVisible());
  const leaveFor = async (ms: number) => {
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await passTimeUntil(page, () => page.getByRole('heading', { name: 'My Children' }).isVisible());
    await passTime(page, ms);
    await page.unrouteAll();
    const calls = await holdCalls(page, 'listClasses');
    await page.getByRole('link', { name: 'Classes', exact: true }).click();
    await passTimeUntil(page, () => page.getByRole('heading', { name: 'Available Classes' }).isVisible());
    return calls;
  };

  const soonAfter = await leaveFor(4.9 * minuteMs);
  expect(await cardOf(page, cls).isVisible()).toBe(true);
  soonAfter.letGo();
  const later = await leaveFor(5.1 * minuteMs);
  expect(await page.getByText('Loading classes...').isVisible()).toBe(true);
  expect(await cardOf(page, cls).count()).toBe(0);
  later.letGo();
  await passTimeUntil(page, () => cardOf(page, cls).isVisible());
});
