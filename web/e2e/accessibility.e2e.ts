import type { Page } from '@playwright/test';
import { adminStates } from '#infra/testing/browser/admin-states';
import { expectHandled, expectNoSideScroll } from '#infra/testing/browser/page';
import { arriveAt, prepareScreens, screenStates } from '#infra/testing/browser/screens';
import { halfOf, isChosen, repeatedTag } from '#infra/testing/runner/slowness';
import {
  expectNoAxeViolations,
  expectStatesInForcedColours,
  expectVisibleFocus,
} from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

const phone = { width: 375, height: 900 };
const laptop = { width: 1280, height: 900 };

/** The looks with an even index are of both sizes and both themes, and so are those with an odd index. */
const looks = [
  { size: phone, colorScheme: 'light' },
  { size: phone, colorScheme: 'dark' },
  { size: laptop, colorScheme: 'dark' },
  { size: laptop, colorScheme: 'light' },
] as const;

/** A narrow phone, and a screen of 1280 × 800 px at 200 % and at 400 % zoom. */
const narrowSizes = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
  { width: 320, height: 200 },
];

/**
 * Checks a state of a page. Only styles depend on theme and width: the screen keeps its state while they change.
 * @param index of the state, which decides what `npm test` checks of it
 */
const expectAccessible = async (page: Page, state: string, index: number): Promise<void> => {
  for (const { size, colorScheme } of halfOf(looks, index)) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const look = `${state}, ${colorScheme}, ${size.width} px`;
    await expectNoAxeViolations(page, look);
    await expectNoSideScroll(page, look);
  }
  await expectStatesInForcedColours(page, `${state}, forced colours`);
  // In the theme that is left: colours do not depend on the width.
  for (const size of narrowSizes) {
    await page.setViewportSize(size);
    await expectNoSideScroll(page, `${state}, ${size.width} px`);
  }
  if (isChosen(index, 5)) await expectNoAxeViolations(page, `${state}, 400 % zoom`);
  await page.setViewportSize(phone);
};

/** A dialog says at most this many words before "Details" is pressed. */
const mostWords = 60;
/** A longer sentence has more than one fact. */
const longestSentence = 25;

/** Checks the texts of the open dialog: not those of its form, its lists and its tables. */
const expectShortDialog = async (page: Page, state: string): Promise<void> => {
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role$=dialog] p')]
      .filter((text) => text.checkVisibility() && !text.closest('li, td, label, fieldset, output'))
      .map((text) => text.innerText),
  );
  const words = texts.join(' ').split(/\s+/).filter(Boolean).length;
  expect(words, `${state}: ${texts.join(' ')}`).toBeLessThanOrEqual(mostWords);
  for (const sentence of texts.flatMap((text) => text.split(/(?<=[.?!:])\s/))) {
    expect(sentence, state).not.toContain(';');
    expect(sentence.split(/\s+/).length, `${state}: ${sentence}`).toBeLessThanOrEqual(longestSentence);
  }
};

/** What `npm test` checks: each 26th state: a page, a form, a table and a dialog. */
const sample = 'a sample of all states';
const states = [...screenStates, ...adminStates].map((state, index) => ({
  ...state,
  index,
  screen: index % 26 === 0 ? sample : (state.name.split(',')[0] ?? state.name),
}));

for (const [screen, ofScreen = []] of Object.entries(Object.groupBy(states, (state) => state.screen))) {
  const title = `${screen}: axe finds nothing on phone and laptop, light and dark, nothing scrolls sideways, states are seen in forced colours, dialogs are short`;
  test(title, { tag: screen === sample ? repeatedTag : ['@exhaustive', repeatedTag] }, async ({
    context,
    signIn,
    expectProblems,
    stack,
  }) => {
    expectProblems(...ofScreen.flatMap(({ problems = [] }) => problems));
    const scene = await prepareScreens(stack);
    for (const { index, ...state } of ofScreen)
      await test.step(state.name, async () => {
        // What a state intercepts is of its page.
        const page = await context.newPage();
        await page.setViewportSize(phone);
        await arriveAt(page, signIn, scene, state);
        await expectShortDialog(page, state.name);
        await expectAccessible(page, state.name, index);
        for (const [at, [step, act]] of (state.steps ?? []).entries()) {
          await act(page);
          await expectShortDialog(page, step);
          await expectAccessible(page, step, index + at + 1);
        }
        await page.close();
      });
  });
}

/** Each screen is checked in one of them. */
const focusLooks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 375, height: 667, colorScheme: 'dark' },
] as const;

const names = [
  'home',
  'listing',
  'log in',
  'sign up',
  'booking',
  'dashboard',
  'profile',
  'admin: dashboard',
  'admin: bookings',
];

for (const [index, state] of [...screenStates, ...adminStates]
  .filter(({ name }) => names.includes(name))
  .entries()) {
  const { width, height, colorScheme } = focusLooks[index % 2 === 0 ? 0 : 1];
  test(`${state.name}: each stop of the Tab key shows the focus, ${width} px wide, ${colorScheme}`, {
    // `npm test` checks the first screen.
    tag: index === 0 ? [] : '@exhaustive',
  }, async ({ page, signIn, stack }) => {
    const scene = await prepareScreens(stack);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await arriveAt(page, signIn, scene, state);
    // A prerendered page loads its scripts with the first input.
    await page.keyboard.press('Shift');
    await expectHandled(page.getByRole('main').locator('a, button').first());
    await page.waitForLoadState('networkidle');
    const stops = await expectVisibleFocus(page, 'Tab');
    expect(stops).toBeGreaterThan(5);
    expect(await expectVisibleFocus(page, 'Shift+Tab')).toBe(stops);
  });
}
