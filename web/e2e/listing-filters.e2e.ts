import type { Locator, Page } from '@playwright/test';
import { addClass } from '#infra/testing/browser/classes';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test.beforeEach(async ({ stack }) => {
  await addClass(stack, { venue: 'Full Field', startsIn: 3, slots: [{ capacity: 8, booked: 8 }] });
  await addClass(stack, { venue: 'Next Field', startsIn: 1, class_type: 'miniballerz' });
  await addClass(stack, { venue: 'Late Field', startsIn: 20 });
});

/** The venues of the listed classes: each class has another one. */
const venues = (page: Page): Locator => page.getByRole('article').getByText(/^(?:Full|Next|Late) Field$/);
const program = (page: Page): Locator => page.getByRole('combobox', { name: 'Program' });
const count = (page: Page): Locator => page.getByRole('main').getByRole('status');

test('filters and the order are in the address, work by keyboard, and one step back leaves them [SET-02]', async ({
  page,
}) => {
  await page.goto(paths.bookCamp);
  await program(page).selectOption('Miniballerz');
  await expect(venues(page)).toHaveText(['Next Field']);
  await expect(page).toHaveURL('/book-camp?program=miniballerz');
  await page.reload();
  await expect(venues(page)).toHaveText(['Next Field']);
  await expect(program(page)).toHaveValue('miniballerz');
  await program(page).selectOption('All programs');
  await expect(venues(page)).toHaveCount(3);
  await expect(page).toHaveURL('/book-camp');

  await test.step('sorts by the next session', async () => {
    await page.goto(paths.bookCamp);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Next session first');
    await expect(venues(page)).toHaveText(['Next Field', 'Full Field', 'Late Field']);
    await expect(page).toHaveURL('/book-camp?sort=next');
  });

  await test.step('says that no class matches, and a button removes the filters', async () => {
    await page.goto(`${paths.bookCamp}?program=eliteballerz&sort=next`);
    await expect(page.getByText('No class matches what you are looking for.')).toBeVisible();
    await expect(count(page)).toHaveText('0 of 3 classes');
    await page.getByRole('button', { name: 'Show all classes' }).click();
    await expect(venues(page)).toHaveCount(3);
    await expect(page).toHaveURL('/book-camp?sort=next');
  });

  await test.step('works by keyboard alone', async () => {
    await page.goto(paths.bookCamp);
    await expect(venues(page)).toHaveCount(3);
    await program(page).focus();
    await page.keyboard.type('Mini');
    await expect(venues(page)).toHaveText(['Next Field']);
    for (const name of ['Day', 'Venue', 'Sort by']) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('combobox', { name })).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(page).toHaveURL('/book-camp?program=miniballerz&places=yes');
  });

  await test.step('one step back leaves the listing, however many filters were chosen', async () => {
    await page.goto(paths.contact);
    await page.getByRole('banner').getByRole('link', { name: 'Book A Class' }).click();
    await program(page).selectOption('Miniballerz');
    await program(page).selectOption('Juniorballerz');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Get in Touch' })).toBeVisible();
  });
});
