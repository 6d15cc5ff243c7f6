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
  { path: paths.browseClasses, title: 'Book A Class', book: 'Book Now', full: 'Fully Booked' },
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

    test(`shows a message while the classes are loaded${items(' [PUB-36]', '')}`, {
      tag: '@exhaustive',
    }, async ({ page, signIn, parent, stack }) => {
      const cls = await addClass(stack);
      await signIn(parent);
      const calls = await holdCalls(page, 'listClasses');
      await page.goto(path);
      const loading = page.getByRole('status').filter({ hasText: /^Loading classes\.\.\.$/ });
      await expect(loading).toBeVisible();
      calls.release();
      await expect(cardOf(page, cls)).toBeVisible();
      await expect(loading).toHaveCount(0);
    });
  });
}

test('the badge of a full slot is red [PUB-48]', { tag: '@exhaustive' }, async ({ page, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 8, booked: 8 }] });
  await page.goto(paths.bookCamp);
  const badge = slotBox(page, cls).getByText('FULL', { exact: true });
  const isRed = async () => {
    const [red, green, blue] = await backgroundOf(badge);
    return red > 2 * Math.max(green, blue);
  };
  await expect.poll(isRed).toBe(true);
});

test('invites a visitor to sign up [PUB-34, PUB-35]', async ({ page }) => {
  await page.goto(paths.bookCamp);
  await expect(page.getByRole('heading', { name: 'Sign Up to Book Classes' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up / Log In' }).click();
  await expect(page).toHaveURL('/auth?tab=signup');
});

test('does not invite a signed-in parent to sign up [PUB-34]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  parent,
}) => {
  await signIn(parent);
  await page.goto(paths.bookCamp);
  await expect(page.getByRole('heading', { name: 'Book A Class' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByText('Sign Up to Book Classes')).toHaveCount(0);
});

test('"Book Now" asks a visitor to log in [PUB-51, PUB-52, PRM-01]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  await page.goto(paths.bookCamp);
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await expectToast(page, { title: 'Login Required', description: 'Please log in to book a class' });
  await expect(page).toHaveURL(atPath(paths.auth));
});

test('a class that is over leaves the listings; administrators see it last [PUB-53]', {
  tag: '@exhaustive',
}, async ({ newPage, page, signIn, stack, parent, admin }) => {
  const running = await addClass(stack);
  // Weekly sessions since 17 days ago, until tomorrow: the last session was 3 days ago.
  const over = await addClass(stack, { startsIn: -17, lasts: 18 });
  await signIn(parent);
  for (const path of [paths.bookCamp, paths.parentClasses]) {
    await page.goto(path);
    await expect(cardOf(page, running)).toBeVisible();
    await expect(cardOf(page, over)).toHaveCount(0);
  }
  await page.goto(paths.bookClass(over.id, slotOf(over).id));
  await expect(page.getByText('(Program ended - trial not available)')).toBeVisible();
  const office = await newPage({ as: admin });
  await office.goto(paths.adminClasses);
  await expect(office.getByRole('article')).toContainText([running.venue, over.venue]);
});
