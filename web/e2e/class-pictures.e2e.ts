import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openEdit } from '#infra/testing/browser/admin-screens';
import { addClass, cardOf } from '#infra/testing/browser/classes';
import { expectToast, httpError } from '#infra/testing/browser/page';
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

for (const path of [paths.bookCamp, paths.parentClasses, paths.adminClasses]) {
  const items = path === paths.adminClasses ? '[DAT-06, ADM-12]' : '[DAT-06]';
  test(`${path} shows a class's own picture, or else the illustration of its programme ${items}`, {
    tag: '@exhaustive',
  }, async ({ page, signIn, stack, admin, parent }) => {
    const withPicture = await addClass(stack, { image_url });
    const junior = await addClass(stack, { class_type: 'juniorballerz' });
    const mini = await addClass(stack, { class_type: 'miniballerz' });
    const body = await readFile(picture);
    await page.route(image_url, (request) => request.fulfill({ contentType: 'image/png', body }));
    await signIn(path === paths.adminClasses ? admin : parent);
    await page.goto(path);
    await expect(await loadedPicture(page, withPicture)).toHaveAttribute('src', image_url);
    const source = (await (await loadedPicture(page, junior)).getAttribute('src')) ?? '';
    expect(new URL(source, stack.url).origin).toBe(stack.url);
    await expect(await loadedPicture(page, mini)).not.toHaveAttribute('src', source);
  });
}

test('a picture that does not load gives way to the illustration of the programme [DAT-06]', {
  tag: '@exhaustive',
}, async ({ page, stack, expectProblems }) => {
  expectProblems(httpError(404));
  const cls = await addClass(stack, { image_url });
  await page.route(image_url, (request) => request.fulfill({ status: 404 }));
  await page.goto(paths.bookCamp);
  await expect(cardOf(page, cls).getByRole('img')).toHaveAttribute('src', /^\/assets\//);
  await loadedPicture(page, cls);
});

test('the edit dialog has the address of the picture, which saving another value keeps [ADM-18]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, admin }) => {
  const cls = await addClass(stack, { image_url });
  const body = await readFile(picture);
  await page.route(image_url, (request) => request.fulfill({ contentType: 'image/png', body }));
  await signIn(admin);
  await page.goto(paths.adminClasses);
  const { dialog, save } = await openEdit(page, cardOf(page, cls));
  await expect(dialog.getByLabel('Image Address (optional)')).toHaveValue(image_url);
  await dialog.getByLabel('Coach').fill('Another Coach');
  await save.click();
  await expectToast(page, { title: 'Class updated successfully' });
  await expect(await loadedPicture(page, cls)).toHaveAttribute('src', image_url);
});

test('the class form names the hosts of pictures, and refuses another one', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
  admin,
}) => {
  const cls = await addClass(stack);
  await signIn(admin);
  await page.goto(paths.adminClasses);
  const { dialog, save, more } = await openEdit(page, cardOf(page, cls));
  await more.click();
  const address = dialog.getByLabel('Image Address (optional)');
  await expect(address).toHaveAccessibleDescription(/^Use a picture on pictures\.example\. /);
  await address.fill('https://elsewhere.example/a.png');
  await save.click();
  await expect(dialog.getByText('Use a picture on pictures.example', { exact: true })).toBeVisible();
  // As it was: nothing is to be saved.
  await address.fill('');
  await save.click();
  await expect(dialog).toBeHidden();
});
