import { atPath, expectToast } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { parentPages, paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

for (const [path, items] of [
  [paths.browseClasses, ' [PUB-33, PRM-02]'],
  ['/book-class/cls_01J00000000000000000000001/slt_01J00000000000000000000001', ' [BOK-02, PRM-01, PRM-02]'],
  [paths.bookingConfirmation, ''],
  ...parentPages.map((path) => [path, ' [PAR-03]'] as const),
] as const) {
  // One guard stands before all pages of a parent.
  const tag = items === ' [PAR-03]' && path !== parentPages[0] ? '@exhaustive' : [];
  test(`${path} leads a visitor to the login${items}`, { tag }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByLabel('Password')).toBeVisible();
    await expect(page).toHaveURL(atPath('/auth'));
  });
}

for (const [index, path] of parentPages.entries()) {
  // One guard stands before all these pages.
  const tag = index === 0 ? [] : '@exhaustive';
  test(`${path} leads an administrator to the admin area [PAR-04]`, { tag }, async ({
    page,
    signIn,
    admin,
  }) => {
    await signIn(admin);
    await page.goto(path);
    await expect(page).toHaveURL('/admin');
    await expectToast(page, {
      title: 'Access Denied',
      description: 'Admin users should use the admin dashboard',
    });
  });
}

test('/admin leads a parent to the classes', { tag: '@exhaustive' }, async ({ page, signIn, parent }) => {
  await signIn(parent);
  await page.goto(paths.admin);
  await expect(page).toHaveURL('/browse-classes');
  await expectToast(page, { title: 'Access Denied', description: 'You do not have admin privileges' });
});

test('the login leads back to the page that required it', { tag: '@exhaustive' }, async ({
  page,
  parent,
}) => {
  await page.goto(paths.parentBookings);
  await submitLogIn(page, parent.family.profile.email);
  await expect(page.getByRole('heading', { name: 'My Bookings' })).toBeVisible();
  await expect(page).toHaveURL(paths.parentBookings);
});

test('the login of a parent does not lead back to the admin area', { tag: '@exhaustive' }, async ({
  page,
  parent,
}) => {
  await page.goto(paths.admin);
  await submitLogIn(page, parent.family.profile.email);
  await expect(page).toHaveURL(paths.parent);
});
