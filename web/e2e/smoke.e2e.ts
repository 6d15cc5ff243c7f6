import { expect } from 'vitest';
import { siteTest as it } from './testing/site-test.ts';
import { paths } from '#shared/paths';
import { toasts } from './testing/toasts.ts';

it('smoke', async ({ open, stack }) => {
  const account = await stack.createAccount();
  const page = await open({ as: account, path: paths.parentBookings });
  await page.getByRole('heading', { name: 'My Bookings' }).waitFor();
  console.log(await page.locator('body').ariaSnapshot());
  await page.getByRole('button', { name: 'Logout' }).click();
  await toasts(page).waitFor();
  console.log(await page.locator('body').ariaSnapshot());
  console.log(await page.getByRole('region').first().innerHTML());
});
it('guard fails', async ({ open }) => {
  const page = await open({ path: '/nope' });
  await page.getByText('Oops').waitFor();
  await page.evaluate(() => { const s = document.createElement('script'); s.textContent='1'; document.body.append(s); });
});
