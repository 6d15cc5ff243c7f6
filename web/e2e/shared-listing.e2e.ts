import type { Page } from '@playwright/test';
import { addClass, slotBox, slotOf } from '#infra/testing/browser/classes';
import { familyOfTwo } from '#infra/testing/browser/families';
import { bookFor, expectConfirmation } from '#infra/testing/browser/forms';
import { ownChangeHeader } from '#shared/contract/route';
import { routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

/** Simulates the distribution's cache: one response for all requests with the same own-change header. */
const cacheListing = async (pages: readonly Page[]): Promise<void> => {
  const cache = new Map<string, string>();
  for (const page of pages) {
    await page.route(`**${routes.listClasses.path}`, async (call) => {
      const name = call.request().headers()[ownChangeHeader] ?? '';
      const body = cache.get(name) ?? (await (await call.fetch()).text());
      cache.set(name, body);
      await call.fulfill({ contentType: 'application/json', headers: { 'cache-control': 'no-store' }, body });
    });
  }
};

test('a parent sees the places left after the own booking, also after a reload; other visitors may see a cached listing', {
  tag: '@exhaustive',
}, async ({ page, signIn, newPage, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }] });
  const account = await stack.createAccount(familyOfTwo());
  await signIn(account);
  const visitor = await newPage();
  await cacheListing([page, visitor]);

  for (const each of [page, visitor]) {
    await each.goto(paths.bookCamp);
    await expect(slotBox(each, cls).getByText('10', { exact: false }).first()).toBeVisible();
  }
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await bookFor(page, 'Ben Parent');
  await expectConfirmation(page);

  await page.goto(paths.bookCamp);
  await expect(slotBox(page, cls).getByText(/\b9\b/).first()).toBeVisible();
  await page.reload();
  await expect(slotBox(page, cls).getByText(/\b9\b/).first()).toBeVisible();

  // The simulated cache never expires: other visitors still get its first response.
  await visitor.reload();
  await expect(
    slotBox(visitor, cls)
      .getByText(/\b10\b/)
      .first(),
  ).toBeVisible();
});
