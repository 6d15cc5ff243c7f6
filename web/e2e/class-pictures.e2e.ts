import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '#shared/paths';
import { addClass, cardOf } from './testing/classes.ts';
import { expect, test } from './testing/test.ts';

const picture = await readFile(join(import.meta.dirname, '../public/icon-192.png'));

test('a class shows its own picture, or the illustration of its programme where it has none [DAT-06, ADM-12]', async ({
  page,
  signIn,
  stack,
  admin,
}) => {
  const image_url = 'https://pictures.example/riverside.png';
  const [own, none, other] = [
    await addClass(stack, { image_url }),
    await addClass(stack),
    await addClass(stack, { class_type: 'miniballerz' }),
  ];
  for (const path of [paths.bookCamp, paths.parentClasses, paths.adminClasses]) {
    const account = path === paths.parentClasses ? await stack.createAccount() : admin;
    await signIn(account);
    await page.route(image_url, (request) => request.fulfill({ contentType: 'image/png', body: picture }));
    await page.goto(path);
    const sourceOf = async (cls: typeof own) => {
      const image = cardOf(page, cls).getByRole('img');
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
        .toBeGreaterThan(0);
      return image.getAttribute('src');
    };
    expect(await sourceOf(own)).toBe(image_url);
    const [illustration, otherIllustration] = [await sourceOf(none), await sourceOf(other)];
    expect(new URL(illustration ?? '', stack.url).origin).toBe(stack.url);
    expect(otherIllustration).not.toBe(illustration);
  }
});
