import type { Page } from 'playwright-core';
import { ownChangeHeader } from '#shared/contract/caching';
import { routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { bookFor, seeConfirmation } from './testing/booking-form.ts';
import { addClass, slotBox, slotOf } from './testing/classes.ts';
import { familyOfTwo } from './testing/families.ts';
import { siteTest as it } from './testing/site-test.ts';

/** Answers as the distribution does: with its first reading for each who send the same own change, while it lasts. */
const shareTheListing = async (pages: readonly Page[]): Promise<void> => {
  const kept = new Map<string, string>();
  for (const page of pages) {
    await page.route(`**${routes.listClasses.path}`, async (call) => {
      const name = call.request().headers()[ownChangeHeader] ?? '';
      const body = kept.get(name) ?? (await (await call.fetch()).text());
      kept.set(name, body);
      await call.fulfill({ contentType: 'application/json', headers: { 'cache-control': 'no-store' }, body });
    });
  }
};

it('who books sees the places as they are then, after a reload too, while others may see them as they were', async ({
  open,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }] });
  const account = await stack.createAccount(familyOfTwo());
  const [mine, anyones] = [await open({ as: account }), await open()];
  await shareTheListing([mine, anyones]);

  for (const page of [mine, anyones]) {
    await page.goto(paths.bookCamp);
    await slotBox(page, cls).getByText('10', { exact: false }).first().waitFor();
  }
  await mine.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await bookFor(mine, 'Ben Parent');
  await seeConfirmation(mine);

  await mine.goto(paths.bookCamp);
  await slotBox(mine, cls).getByText(/\b9\b/).first().waitFor();
  await mine.reload();
  await slotBox(mine, cls).getByText(/\b9\b/).first().waitFor();

  // The stand-in is no distribution that forgets: others are still answered with its first reading.
  await anyones.reload();
  await slotBox(anyones, cls)
    .getByText(/\b10\b/)
    .first()
    .waitFor();
});
