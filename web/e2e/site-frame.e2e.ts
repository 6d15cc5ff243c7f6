import type { Page } from '@playwright/test';
import { addClass, slotOf } from '#infra/testing/browser/classes';
import { atPath, expectToast, httpError } from '#infra/testing/browser/page';
import { parentPages, paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/accessibility.ts';
import { holdScripts } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

/** Checks which of the controls that depend on the session the header shows. */
const expectInHeader = (page: Page, controls: readonly string[]): Promise<void> => {
  const texts = page.getByRole('banner').getByText(/^(Log in|Sign up|Dashboard|Logout)$/);
  return expect(texts.filter({ visible: true })).toHaveText(controls);
};

test('each public path shows a visitor its own screen [PUB-01, PRM-01]', async ({ page }) => {
  for (const [path, heading] of [
    [paths.home, 'Football classes for ages 3 and up'],
    [paths.bookCamp, 'Book A Class'],
    [paths.contact, 'Get in Touch'],
    [paths.auth, 'Welcome back'],
    [paths.verifyEmail, 'Verification Failed'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 }), path).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('each path shows a parent its own screen [PUB-02]', async ({ page, signIn, parent, stack }) => {
  const cls = await addClass(stack);
  await signIn(parent);
  for (const [path, role, name] of [
    [paths.browseClasses, 'heading', 'Book A Class'],
    [paths.bookClass(cls.id, slotOf(cls).id), 'radiogroup', 'Booking type'],
    [paths.bookingConfirmation, 'link', 'Return to Browse Classes'],
    [paths.parent, 'heading', 'Welcome to Your Dashboard'],
    [paths.parentClasses, 'heading', 'Available Classes'],
    [paths.parentBookings, 'heading', 'My Bookings'],
    [paths.parentProfile, 'heading', 'My Profile'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole(role, { name, exact: true })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('an unknown path leads home [PUB-04, PUB-05, PUB-06]', async ({ page, expectProblems }) => {
  expectProblems(/No page at this path/, httpError(404));
  for (const path of ['/nowhere', '/parent-portal', '/book-class/only-one', '/%F0%9F%8F%90/%22']) {
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('No page at this path'),
    });
    await page.goto(path);
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
    expect(decodeURI((await logged).text())).toContain(decodeURI(path));
    await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Football classes for ages 3 and up' })).toBeVisible();
    await expect(page).toHaveURL('/');
  }
});

test('the header leads to home, classes and contact [PUB-07]', async ({ page }) => {
  await page.goto(paths.contact);
  for (const [name, path] of [
    ['Home', '/'],
    ['Book A Class', '/book-camp'],
    ['Contact', '/contact'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test('the header offers a visitor login and sign-up [PUB-08, PUB-09]', async ({ page }) => {
  await page.goto(paths.home);
  await expectInHeader(page, ['Log in', 'Sign up']);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/auth?tab=login');
  await page.getByRole('link', { name: 'Sign up', exact: true }).click();
  await expect(page).toHaveURL('/auth?tab=signup');
});

for (const [who, path] of [
  ['parent', '/parent'],
  ['admin', '/admin'],
] as const)
  test(`the header leads a signed-in ${who} to ${path} [PUB-10, PUB-11, PUB-12]`, async ({
    page,
    signIn,
    parent,
    admin,
  }) => {
    await signIn({ parent, admin }[who]);
    await page.goto(paths.home);
    await expectInHeader(page, ['Dashboard', 'Logout']);
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: /Dashboard$/, level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
  });

test('below 768 px the navigation is in a drawer, Chakra’s, that its first use loads [PUB-13, NTF-06, SCR-02]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 767, height: 800 });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(paths.home);
  const button = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(button).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact', exact: true })).toHaveCount(0);
  expect(loaded.filter((url) => /dialog-frame/.test(url))).toEqual([]);

  await button.click();
  await expect(drawer).toHaveAttribute('data-scope', 'dialog');
  const close = drawer.getByRole('button', { name: 'Close menu' });
  await expect(close).toBeFocused();
  // The page behind it cannot be reached.
  for (let count = 0; count < 6; count += 1) await page.keyboard.press('Tab');
  await expect(close).toBeFocused();
  await close.click();
  await expect(drawer).toBeHidden();

  await button.click();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(close).toBeFocused();
  await page.mouse.click(20, 400);
  await expect(drawer).toBeHidden();

  await button.click();
  await drawer.getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Get in Touch' })).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the menu has its links where the network never brings its drawer', { tag: '@exhaustive' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const drawer = await holdScripts(page, /\/assets\/dialog-frame-/);
  await page.goto(paths.home);
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  const button = page.getByRole('button', { name: 'Open menu' });
  const contact = page.getByRole('link', { name: 'Contact', exact: true });
  await button.click();
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused();
  await expectNoAxeViolations(page, 'menu');
  await page.keyboard.press('Escape');
  await expect(contact).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await contact.click();
  await expect(page.getByRole('heading', { name: 'Get in Touch' })).toBeVisible();
  await expect(contact).toHaveCount(0);

  // By the site's own navigation: what is pressed there counts.
  expect(documents).toBe(0);

  // It takes over what is open.
  await button.click();
  await expect(contact).toBeVisible();
  drawer.release();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(contact).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(contact).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('the pages of a parent lead a visitor to the login [BOK-02, PAR-03, PRM-01, PRM-02, PUB-33]', async ({
  page,
}) => {
  for (const path of [
    paths.browseClasses,
    '/book-class/cls_01J00000000000000000000001/slt_01J00000000000000000000001',
    paths.bookingConfirmation,
    ...parentPages,
  ]) {
    await page.goto(path);
    await expect(page.getByLabel('Password'), path).toBeVisible();
    await expect(page).toHaveURL(atPath('/auth'));
  }
});

test('administrators have no pages of a parent [PAR-04]', async ({ page, signIn, admin }) => {
  await signIn(admin);
  for (const path of parentPages) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/admin');
    await expectToast(page, {
      title: 'Access Denied',
      description: 'Admin users should use the admin dashboard',
    });
  }
});
