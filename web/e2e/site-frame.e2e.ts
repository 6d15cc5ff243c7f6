import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { addClass, slotOf } from './testing/classes.ts';
import { addressOf, pathOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';

/** Waits until the header offers exactly these, of what depends on the session. */
const seeInHeader = (page: Page, controls: readonly string[]) => {
  const texts = page.getByRole('banner').getByText(/^(Log in|Sign up|Dashboard|Logout)$/);
  return soon(() => texts.filter({ visible: true }).allTextContents()).toEqual(controls);
};

it.for([
  [paths.home, 'Football classes for ages 3 and up'],
  [paths.bookCamp, 'Book A Class'],
  [paths.contact, 'Get in Touch'],
  [paths.auth, 'Welcome back'],
  [paths.verifyEmail, 'Verification Failed'],
] as const)(
  '%s shows a visitor its own screen, "%s" [PUB-01, PRM-01]',
  async ([path, heading], { visit }) => {
    const page = await visit({ path });
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect(pathOf(page)).toBe(path);
  },
);

it.for([
  [paths.browseClasses, 'heading', 'Book A Class'],
  [paths.bookingConfirmation, 'link', 'Return to Browse Classes'],
  [paths.parent, 'heading', 'Welcome to Your Dashboard'],
  [paths.parentClasses, 'heading', 'Available Classes'],
  [paths.parentBookings, 'heading', 'My Bookings'],
  [paths.parentProfile, 'heading', 'My Profile'],
] as const)('%s shows a parent its own screen [PUB-02]', async ([path, role, name], { visit, parent }) => {
  const page = await visit({ as: parent, path });
  await page.getByRole('main').getByRole(role, { name, exact: true }).waitFor();
  expect(pathOf(page)).toBe(path);
});

it('/book-class/{classId}/{slotId} shows a parent its own screen [PUB-02]', async ({
  visit,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  const path = paths.bookClass(cls.id, slotOf(cls).id);
  const page = await visit({ as: parent, path });
  await page.getByRole('group', { name: 'Booking type' }).waitFor();
  expect(pathOf(page)).toBe(path);
});

it.for(['/nowhere', '/parent-portal', '/book-class/only-one', '/%F0%9F%8F%90/%22'])(
  '%s leads nowhere: a page that says so, leads home, and logs the path [PUB-04, PUB-05, PUB-06]',
  async (path, { visit }) => {
    const page = await visit({ expects: [/No page at this path/, answered(404)] });
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('No page at this path'),
    });
    await page.goto(path);
    await page.getByText('Oops! Page not found', { exact: true }).waitFor();
    expect(decodeURI((await logged).text())).toContain(decodeURI(path));
    await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
    await page.getByRole('heading', { name: 'Football classes for ages 3 and up' }).waitFor();
    expect(pathOf(page)).toBe('/');
  },
);

it.for([
  ['Home', '/'],
  ['Book A Class', '/book-camp'],
  ['Contact', '/contact'],
] as const)('the header\'s "%s" leads to %s [PUB-07]', async ([name, path], { visit }) => {
  const page = await visit({ path: path === '/' ? paths.contact : paths.home });
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
  await soon(() => pathOf(page)).toBe(path);
});

it('the header offers a visitor login and sign-up [PUB-08, PUB-09]', async ({ visit }) => {
  const page = await visit({ path: paths.home });
  await seeInHeader(page, ['Log in', 'Sign up']);
  await page.getByRole('link', { name: 'Log in' }).click();
  await soon(() => addressOf(page)).toBe('/auth?tab=login');
  await page.getByRole('link', { name: 'Sign up', exact: true }).click();
  await soon(() => addressOf(page)).toBe('/auth?tab=signup');
});

it('the header leads a parent to /parent [PUB-10, PUB-12]', async ({ visit, parent }) => {
  const page = await visit({ as: parent, path: paths.home });
  await seeInHeader(page, ['Dashboard', 'Logout']);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Welcome to Your Dashboard' }).waitFor();
  expect(pathOf(page)).toBe('/parent');
});

it('the header leads an admin to /admin [PUB-10, PUB-11]', async ({ visit, admin }) => {
  const page = await visit({ as: admin, path: paths.home });
  await seeInHeader(page, ['Dashboard', 'Logout']);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect(pathOf(page)).toBe('/admin');
});

it('below 768 px the navigation is in a drawer that opens and closes [PUB-13, NTF-06]', async ({ visit }) => {
  const page = await visit({ path: paths.home, viewport: { width: 767, height: 800 } });
  const button = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await button.waitFor();
  await soon(() => page.getByRole('link', { name: 'Contact', exact: true }).count()).toBe(0);

  await button.click();
  await drawer.getByRole('link', { name: 'Contact', exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Close menu' }).click();
  await drawer.waitFor({ state: 'hidden' });

  await button.click();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await soon(() => button.evaluate((element) => element === document.activeElement)).toBe(true);

  await button.click();
  await drawer.getByRole('link', { name: 'Contact', exact: true }).click();
  await page.getByRole('heading', { name: 'Get in Touch' }).waitFor();
  await soon(() => drawer.isVisible()).toBe(false);
});

it('from 768 px on the navigation is in line [PUB-13, NTF-06]', async ({ visit }) => {
  const page = await visit({ path: paths.home, viewport: { width: 768, height: 800 } });
  await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).waitFor();
  await soon(() => page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false);
});
