import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { businessToday } from '#infra/testing/browser/business-day';
import { holdCalls } from '#infra/testing/browser/calls';
import { addClass, cardOf, slotBox, slotOf } from '#infra/testing/browser/classes';
import { atPath, backgroundOf, expectToast, httpError } from '#infra/testing/browser/page';
import type { FootballClass } from '#shared/classes/class';
import { addDays } from '#shared/lib/calendar';
import { everyWeekday, formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const listings = [
  { path: paths.bookCamp, title: 'Book A Class', book: 'Book Now', full: 'Fully Booked' },
  { path: paths.parentClasses, title: 'Available Classes', book: 'Book', full: 'Full' },
];

/** The picture on a class's card; it loads when it is near the screen. */
const loadedPicture = async (page: Page, cls: FootballClass): Promise<Locator> => {
  const image = cardOf(page, cls).getByRole('img');
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveJSProperty('complete', true);
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);
  return image;
};

for (const { path, title, book, full } of listings) {
  /** The items of the listings (PUB), or those of the parent area (PAR). */
  const items = (listing: string, area: string) => (path === paths.parentClasses ? area : listing);

  test(`a card shows its class and a box for each slot, whose button opens the booking screen ${items(
    '[PUB-32, PUB-39, PUB-40, PUB-41, PUB-42, PUB-43, PUB-44, PUB-45, PUB-46, PUB-47, PUB-48, PUB-49, PUB-50]',
    '[PAR-07, PAR-08, PAR-09, PAR-10, PAR-11, PAR-12, PAR-13]',
  )}`, async ({ page, signIn, stack, parent }) => {
    const places = [{ capacity: 10 }, { capacity: 8, booked: 7 }, { capacity: 8, booked: 8 }];
    const cls = await addClass(stack, {
      class_type: 'miniballerz',
      coach_name: 'Ellie Watts',
      slots: [...places, { capacity: 10 }, { capacity: 10 }],
    });
    await signIn(parent);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
    const card = cardOf(page, cls);
    await expect(card.getByRole('heading', { name: 'Miniballerz', exact: true })).toBeVisible();
    for (const text of [
      cls.venue,
      'Coach: Ellie Watts',
      everyWeekday(addDays(businessToday, -17)),
      `${formatDate(cls.start_date)} - ${formatDate(cls.end_date)}`,
      '$120.00',
      '6 weeks remaining',
      'Trial: $20.00 (1 session)',
      'Choose your time slot:',
    ])
      await expect(card.getByText(text, { exact: true })).toBeVisible();
    await expect(await loadedPicture(page, cls)).toHaveAttribute('alt', /\S/);

    await expect(card.getByRole('listitem')).toHaveText([
      /^9:00 AM - 9:45 AM/,
      /^10:00 AM - 10:45 AM/,
      /^11:00 AM - 11:45 AM/,
      /^12:00 PM - 12:45 PM/,
      /^1:00 PM - 1:45 PM/,
    ]);
    for (const [at, left] of ['10 spots remaining', '1 spot remaining'].entries()) {
      const slot = slotBox(page, cls, at);
      await expect(slot.getByText(left, { exact: true })).toBeVisible();
      await expect(slot.getByRole('button', { name: book, exact: true })).toBeEnabled();
    }
    const fullSlot = slotBox(page, cls, 2);
    await expect(fullSlot.getByText('0 spots remaining', { exact: true })).toBeVisible();
    await expect(fullSlot.getByRole('button')).toHaveText([full, 'Join waiting list']);
    await expect(fullSlot.getByRole('button', { name: full })).toBeDisabled();
    // The parent area has no badge: its button says "Full".
    const badges = path === paths.parentClasses ? 0 : 1;
    await expect(fullSlot.getByText('FULL', { exact: true })).toHaveCount(badges);
    await expect(card.getByText('FULL', { exact: true })).toHaveCount(badges);

    await slotBox(page, cls, 1).getByRole('button', { name: book, exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Miniballerz', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(paths.bookClass(cls.id, slotOf(cls, 1).id));
  });
}

test('a visitor sees that the classes load, a full slot in red, an invitation to sign up, and is asked to log in by "Book Now" [PUB-34, PUB-35, PUB-36, PUB-48, PUB-51, PUB-52, PRM-01]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 8, booked: 8 }, { capacity: 8 }] });
  const calls = await holdCalls(page, 'listClasses');
  await page.goto(paths.bookCamp);
  const loading = page.getByRole('status').filter({ hasText: /^Loading classes\.\.\.$/ });
  await expect(loading).toBeVisible();
  calls.release();
  await expect(cardOf(page, cls)).toBeVisible();
  await expect(loading).toHaveCount(0);
  const isRed = async () => {
    const [red, green, blue] = await backgroundOf(slotBox(page, cls).getByText('FULL', { exact: true }));
    return red > 2 * Math.max(green, blue);
  };
  await expect.poll(isRed).toBe(true);
  await expect(page.getByRole('heading', { name: 'Sign Up to Book Classes' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up / Log In' }).click();
  await expect(page).toHaveURL('/auth?tab=signup');
  await page.goBack();
  await slotBox(page, cls, 1).getByRole('button', { name: 'Book Now' }).click();
  await expectToast(page, { title: 'Login Required', description: 'Please log in to book a class' });
  await expect(page).toHaveURL(atPath(paths.auth));
});

test('without classes and bookings each screen says so [PUB-37, PUB-38, PAR-14, PAR-20, PAR-21]', async ({
  page,
  signIn,
  parent,
}) => {
  for (const [path, texts] of [
    [paths.bookCamp, ['No classes available at the moment. Check back soon!']],
    [paths.browseClasses, ['No classes available at the moment', 'Check back soon for new classes!']],
    [paths.parentClasses, ['No classes available at the moment. Please check back later.']],
    [paths.parentBookings, ['No bookings yet. Browse classes to book your first session.']],
  ] as const) {
    if (path !== paths.bookCamp) await signIn(parent);
    await page.goto(path);
    for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Browse Classes' }).click();
  await expect(page.getByRole('heading', { name: 'Available Classes' })).toBeVisible();
  await expect(page).toHaveURL(paths.parentClasses);
});

const picture = join(import.meta.dirname, '../public/icon-192.png');
const image_url = 'https://pictures.example/riverside.png';

test('a card shows the picture of class or programme [DAT-06]', async ({ page, stack, expectProblems }) => {
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

test.describe(() => {
  test.beforeEach(async ({ stack }) => {
    await addClass(stack, { venue: 'Full Field', startsIn: 3, slots: [{ capacity: 8, booked: 8 }] });
    await addClass(stack, { venue: 'Next Field', startsIn: 1, class_type: 'miniballerz' });
    await addClass(stack, { venue: 'Late Field', startsIn: 20 });
  });

  /** The venues of the listed classes: each class has another one. */
  const venues = (page: Page): Locator => page.getByRole('article').getByText(/^(?:Full|Next|Late) Field$/);
  const program = (page: Page): Locator => page.getByRole('combobox', { name: 'Program' });
  const count = (page: Page): Locator => page.getByRole('main').getByRole('status');

  test('filters and order are in the address, and one step back leaves them [SET-02]', async ({ page }) => {
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
});
