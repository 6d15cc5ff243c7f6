import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { siteTest as it } from './testing/site-test.ts';

// No test of this file adds a class.

it('the public listing says that there are no classes [PUB-37]', async ({ visit }) => {
  const page = await visit({ path: paths.bookCamp });
  await page.getByText('No classes available at the moment. Check back soon!', { exact: true }).waitFor();
});

it('the listing of those who are signed in says that there are no classes [PUB-38]', async ({
  visit,
  parent,
}) => {
  const page = await visit({ as: parent, path: paths.browseClasses });
  await page.getByText('No classes available at the moment', { exact: true }).waitFor();
  await page.getByText('Check back soon for new classes!', { exact: true }).waitFor();
});

it('the parent area says that there are no classes [PAR-14]', async ({ visit, parent }) => {
  const page = await visit({ as: parent, path: paths.parentClasses });
  await page
    .getByText('No classes available at the moment. Please check back later.', { exact: true })
    .waitFor();
});

it('"My Bookings" without bookings leads to the classes [PAR-20, PAR-21]', async ({ visit, parent }) => {
  const page = await visit({ as: parent, path: paths.parentBookings });
  await page
    .getByText('No bookings yet. Browse classes to book your first session.', { exact: true })
    .waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Browse Classes' }).click();
  await page.getByRole('heading', { name: 'Available Classes' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.parentClasses);
});
