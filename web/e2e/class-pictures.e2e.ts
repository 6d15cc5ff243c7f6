import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { addClass, cardOf } from '#infra/testing/browser/classes';
import { httpError } from '#infra/testing/browser/page';
import type { FootballClass } from '#shared/classes/class';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const picture = join(import.meta.dirname, '../public/icon-192.png');
const image_url = 'https://pictures.example/riverside.png';

/** The picture on a class's card; it loads when it is near the screen. */
const loadedPicture = async (page: Page, cls: FootballClass): Promise<Locator> => {
  const image = cardOf(page, cls).getByRole('img');
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveJSProperty('complete', true);
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);
  return image;
};

test('a card shows the class’s own picture, or else the illustration of its programme [DAT-06]', async ({
  page,
  stack,
  expectProblems,
}) => {
  expectProblems(httpError(404));
  const withPicture = await addClass(stack, { image_url });
  const junior = await addClass(stack, { class_type: 'juniorballerz' });
  const mini = await addClass(stack, { class_type: 'miniballerz' });
  const body = await readFile(picture);
  await page.route(image_url, (request) => request.fulfill({ contentType: 'image/png', body }));
  await page.goto(paths.bookCamp);
  await expect(await loadedPicture(page, withPicture)).toHaveAttribute('src', image_url);
  const source = (await (await loadedPicture(page, junior)).getAttribute('src')) ?? '';
  expect(new URL(source, stack.url).origin).toBe(stack.url);
  await expect(await loadedPicture(page, mini)).not.toHaveAttribute('src', source);

  await page.unroute(image_url);
  await page.route(image_url, (request) => request.fulfill({ status: 404 }));
  await page.reload();
  await expect(cardOf(page, withPicture).getByRole('img')).toHaveAttribute('src', /^\/assets\//);
  await loadedPicture(page, withPicture);
});
