import { atPath, expectToast } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { parentPages, paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

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

test('the pages of a parent lead an administrator to the admin area [PAR-04]', async ({
  page,
  signIn,
  admin,
}) => {
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
