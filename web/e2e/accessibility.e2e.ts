import type { Page } from '@playwright/test';
import { adminStates } from '#infra/testing/browser/admin-states';
import { expectNoSideScroll } from '#infra/testing/browser/page';
import { prepareScreens, screenStates } from '#infra/testing/browser/screens';
import { halfOf, isChosen, repeatedTag } from '#infra/testing/runner/slowness';
import { acceptedUses, findNewerStyles } from '../src/app/browsers/check-browser-support.ts';
import { expectNoAxeViolations, expectStatesInForcedColours } from './testing/accessibility.ts';
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

/** All style rules of a page. Those that were made at run time stay when their elements are gone. */
const rulesOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.styleSheets, ...document.adoptedStyleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .map(({ cssText }) => cssText)
      .join('\n'),
  );

const newerThanSupported = (css: string): string[] =>
  findNewerStyles(css).filter((use) => !(use in acceptedUses));

for (const [index, { name, path, as, before, until, steps = [], problems = [] }] of [
  ...screenStates,
  ...adminStates,
].entries()) {
  const title = `${name}: axe finds nothing on phone and laptop, light and dark, nothing scrolls sideways, states are seen in forced colours`;
  // `npm test` checks every tenth of the screens in their usual states.
  const tag = name.includes(',') || index % 10 !== 0 ? ['@exhaustive', repeatedTag] : repeatedTag;
  test(title, { tag }, async ({ page, signIn, expectProblems, stack }) => {
    expectProblems(...problems);
    const scene = await prepareScreens(stack);
    await page.setViewportSize(phone);
    if (as) await signIn(as(scene));
    await before?.(page);
    await page.goto(typeof path === 'string' ? path : path(scene));
    await until?.(page);
    await expectAccessible(page, name, index);
    for (const [at, [step, act]] of steps.entries()) {
      await act(page);
      await expectAccessible(page, step, index + at + 1);
    }
    expect(newerThanSupported(await rulesOf(page)), `styles of ${name}`).toEqual([]);
  });
}
