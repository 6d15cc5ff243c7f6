import { newClassId, newSlotId } from '#functions/data/ids';
import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { atPath } from './testing/address.ts';
import { logIn } from './testing/log-in.ts';
import { expect, test } from './testing/test.ts';
import { expectToast } from './testing/toasts.ts';

const parentPages = [paths.parent, paths.parentClasses, paths.parentBookings, paths.parentProfile];
const now = new Date();

for (const path of [
  paths.browseClasses,
  paths.bookClass(newClassId(now), newSlotId(now)),
  paths.bookingConfirmation,
  ...parentPages,
  paths.admin,
]) {
  test(`${path} leads a visitor to the login [PUB-33, BOK-02, PAR-03, PRM-01, PRM-02]`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByLabel('Password')).toBeVisible();
    await expect(page).toHaveURL(atPath('/auth'));
  });
}

for (const path of parentPages) {
  test(`${path} is not for admins [PAR-04]`, async ({ page, signIn, admin }) => {
    await signIn(admin);
    await page.goto(path);
    await expect(page).toHaveURL('/admin');
    await expectToast(page, {
      title: 'Access Denied',
      description: 'Admin users should use the admin dashboard',
    });
  });
}

test('/admin is not for parents', async ({ page, signIn, parent }) => {
  await signIn(parent);
  await page.goto(paths.admin);
  await expect(page).toHaveURL('/browse-classes');
  await expectToast(page, { title: 'Access Denied', description: 'You do not have admin privileges' });
});

test("the login leads back to the page that asked for it, and never into the other role's area", async ({
  page,
  newPage,
  stack,
}) => {
  const { family } = await stack.createAccount(sampleFamily());
  await page.goto(paths.parentBookings);
  await logIn(page, family.profile.email);
  await expect(page.getByRole('heading', { name: 'My Bookings' })).toBeVisible();
  await expect(page).toHaveURL(paths.parentBookings);

  const other = await newPage();
  await other.goto(paths.admin);
  await logIn(other, family.profile.email);
  await expect(other).toHaveURL(paths.parent);
});
