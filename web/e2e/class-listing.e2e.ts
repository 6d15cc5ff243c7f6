import { businessToday } from '#infra/testing/browser/business-day';
import { holdCalls } from '#infra/testing/browser/calls';
import { addClass, cardOf, slotBox, slotOf } from '#infra/testing/browser/classes';
import { atPath, backgroundOf, expectToast } from '#infra/testing/browser/page';
import { addDays } from '#shared/lib/calendar';
import { everyWeekday, formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const listings = [
  { path: paths.bookCamp, title: 'Book A Class', book: 'Book Now', full: 'Fully Booked' },
  { path: paths.parentClasses, title: 'Available Classes', book: 'Book', full: 'Full' },
];

for (const { path, title, book, full } of listings) {
  /** The items of the listings (PUB), or those of the parent area (PAR). */
  const items = (listing: string, area: string) => (path === paths.parentClasses ? area : listing);

  test.describe(path, () => {
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
      ]) {
        await expect(card.getByText(text, { exact: true })).toBeVisible();
      }
      const picture = card.getByRole('img');
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveAttribute('alt', /\S/);
      await expect(picture).toHaveJSProperty('complete', true);
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0);

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
  });
}

test('shows a message while the classes are loaded [PUB-36]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  const calls = await holdCalls(page, 'listClasses');
  await page.goto(paths.bookCamp);
  const loading = page.getByRole('status').filter({ hasText: /^Loading classes\.\.\.$/ });
  await expect(loading).toBeVisible();
  calls.release();
  await expect(cardOf(page, cls)).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test('a visitor sees a full slot in red, is invited to sign up, and asked to log in by "Book Now" [PUB-34, PUB-35, PUB-48, PUB-51, PUB-52, PRM-01]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 8, booked: 8 }, { capacity: 8 }] });
  await page.goto(paths.bookCamp);
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
