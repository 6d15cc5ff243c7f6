import { localPaths } from '#infra/local/addresses';
import { routes } from '#shared/contract/routes';
import { expect, test } from './testing/test.ts';

test('the API reference shows every route and requests nothing from another origin', {
  tag: '@exhaustive',
}, async ({ page, stack }) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(localPaths.apiReference);
  const services = Map.groupBy(Object.entries(routes), ([, { service }]) => service);
  for (const [service, ofService] of services) {
    const section = page.locator(`[data-tag="${service}"]`);
    await section.click();
    const missing = async () => {
      const shown = new Set((await page.locator('body').innerText()).split(/\s+/));
      return ofService.map(([name]) => name).filter((name) => !shown.has(name));
    };
    await expect.poll(missing, service).toEqual([]);
    if (service === routes.bookSlot.service) {
      await page.getByText('bookSlot', { exact: true }).click();
      await expect(page.getByText('is_trial').first()).toBeVisible();
    }
    await section.click();
  }
  expect([...origins]).toEqual([new URL(stack.url).origin]);
});
