import { expect } from 'vitest';
import { localPaths } from '#infra/local/addresses';
import { routes } from '#shared/contract/routes';
import { siteTest as it } from './testing/site-test.ts';

it('the API reference shows every route and requests nothing from another origin', async ({ visit }) => {
  const page = await visit();
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(localPaths.apiReference);
  for (const name of Object.keys(routes)) await page.getByText(name, { exact: true }).waitFor();
  await page.getByText('bookSlot', { exact: true }).click();
  await page.getByText('is_trial').first().waitFor();
  expect([...origins]).toEqual([new URL(page.url()).origin]);
});
