import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test('without classes and bookings each screen says so [PUB-37]', async ({ page, signIn, parent }) => {
  await page.goto(paths.bookCamp);
  await expect(
    page.getByText('No classes available at the moment. Check back soon!', { exact: true }),
  ).toBeVisible();

  await test.step('the listing of signed-in parents shows a message without classes [PUB-38]', async () => {
    await signIn(parent);
    await page.goto(paths.browseClasses);
    await expect(page.getByText('No classes available at the moment', { exact: true })).toBeVisible();
    await expect(page.getByText('Check back soon for new classes!', { exact: true })).toBeVisible();
  });

  await test.step('the parent area shows a message without classes [PAR-14]', async () => {
    await signIn(parent);
    await page.goto(paths.parentClasses);
    await expect(
      page.getByText('No classes available at the moment. Please check back later.', { exact: true }),
    ).toBeVisible();
  });

  await test.step('"My Bookings" without bookings leads to the classes [PAR-20, PAR-21]', async () => {
    await signIn(parent);
    await page.goto(paths.parentBookings);
    await expect(
      page.getByText('No bookings yet. Browse classes to book your first session.', { exact: true }),
    ).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Browse Classes' }).click();
    await expect(page.getByRole('heading', { name: 'Available Classes' })).toBeVisible();
    await expect(page).toHaveURL(paths.parentClasses);
  });
});
