import { adminStates } from '#infra/testing/browser/admin-states';
import { expectHandled } from '#infra/testing/browser/page';
import { arriveAt, prepareScreens, screenStates } from '#infra/testing/browser/screens';
import { expectVisibleFocus } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

/** Each screen is checked in one of them. */
const looks = [
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
  const { width, height, colorScheme } = looks[index % 2 === 0 ? 0 : 1];
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
