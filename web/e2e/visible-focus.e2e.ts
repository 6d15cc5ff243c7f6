import { slotOf } from '#infra/testing/browser/classes';
import { expectHandled } from '#infra/testing/browser/page';
import { prepareScreens, type Scene, type ScreenState, see } from '#infra/testing/browser/screens';
import { isChosen, repeatedTag } from '#infra/testing/runner/slowness';
import { paths } from '#shared/paths';
import { expectVisibleFocus } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

/** Each theme and each width, as every pair would take twice the time. */
const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 375, height: 667, colorScheme: 'dark' },
] as const;

const parent = (scene: Scene) => scene.parent;
const admin = (scene: Scene) => scene.admin;

const screens: readonly ScreenState[] = [
  { name: 'home', path: paths.home, until: see('Lead Coach') },
  { name: 'listing', path: paths.bookCamp, until: see('Choose your time slot:') },
  { name: 'log in', path: paths.login, until: see('Welcome back') },
  { name: 'sign up', path: paths.signUp, until: see('Join the team') },
  {
    name: 'booking',
    path: ({ cls }) => paths.bookClass(cls.id, slotOf(cls).id),
    as: parent,
    until: see('Confirm Booking'),
  },
  { name: 'dashboard', path: paths.parent, as: parent, until: see('Welcome to Your Dashboard') },
  { name: 'profile', path: paths.parentProfile, as: parent, until: see('Ana Parent') },
  { name: 'admin: dashboard', path: paths.admin, as: admin, until: see('Total Revenue') },
  { name: 'admin: bookings', path: paths.adminBookings, as: admin, until: see('Ana Parent') },
];

for (const [index, { name, path, as, until }] of screens.entries()) {
  for (const [at, { width, height, colorScheme }] of looks.entries())
    test(`${name}: each stop of the Tab key shows the focus, ${width} px wide, ${colorScheme}`, {
      // `npm test` checks the first screen in one look.
      tag: at === 0 && index === 0 ? repeatedTag : ['@exhaustive', repeatedTag],
    }, async ({ page, signIn, stack }) => {
      const scene = await prepareScreens(stack);
      if (as) await signIn(as(scene));
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.goto(typeof path === 'string' ? path : path(scene));
      await until?.(page);
      // A prerendered page loads its scripts with the first input.
      await page.keyboard.press('Shift');
      await expectHandled(page.getByRole('main').locator('a, button').first());
      await page.waitForLoadState('networkidle');
      const stops = await expectVisibleFocus(page, 'Tab');
      expect(stops).toBeGreaterThan(5);
      if (isChosen(index + at, 2)) expect(await expectVisibleFocus(page, 'Shift+Tab')).toBe(stops);
    });
}
