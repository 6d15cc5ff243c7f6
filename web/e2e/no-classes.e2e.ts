import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test('the public listing shows a message without classes [PUB-37]', async ({ page }) => {
  await page.goto(paths.bookCamp);
  await expect(
    page.getByText('No classes available at the moment. Check back soon!', { exact: true }),
  ).toBeVisible();
});

test('the listing of signed-in parents shows a message without classes [PUB-38]', async ({
  page,
  signIn,
  parent,
}) => {
  await signIn(parent);
  await page.goto(paths.browseClasses);
  await expect(page.getByText('No classes available at the moment', { exact: true })).toBeVisible();
  await expect(page.getByText('Check back soon for new classes!', { exact: true })).toBeVisible();
});

test('the parent area shows a message without classes [PAR-14]', async ({ page, signIn, parent }) => {
  await signIn(parent);
  await page.goto(paths.parentClasses);
  await expect(
    page.getByText('No classes available at the moment. Please check back later.', { exact: true }),
  ).toBeVisible();
});

test('"My Bookings" without bookings leads to the classes [PAR-20, PAR-21]', async ({
  page,
  signIn,
  parent,
}) => {
  await signIn(parent);
  await page.goto(paths.parentBookings);
  await expect(
    page.getByText('No bookings yet. Browse classes to book your first session.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Browse Classes' }).click();
  await expect(page.getByRole('heading', { name: 'Available Classes' })).toBeVisible();
  await expect(page).toHaveURL(paths.parentClasses);
});
