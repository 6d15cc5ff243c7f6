import { describe, expect } from 'vitest';
import { addDays } from '#shared/domain/calendar';
import { everyWeekday, formatDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { businessToday } from './testing/business-day.ts';
import { holdCalls } from './testing/calls.ts';
import { addClass, cardOf, slotBox, slotOf } from './testing/classes.ts';
import { addressOf, pathOf } from './testing/page-state.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { seeToast } from './testing/toasts.ts';

const listings = [
  { path: paths.bookCamp, book: 'Book Now', full: 'Fully Booked' },
  { path: paths.browseClasses, book: 'Book Now', full: 'Fully Booked' },
  { path: paths.parentClasses, book: 'Book', full: 'Full' },
];

describe.each(listings)('$path', ({ path, book, full }) => {
  it('shows what a parent decides by [PUB-39, PUB-40, PUB-41, PUB-42, PUB-43, PUB-44, PUB-45, PAR-08, PAR-12, PAR-13]', async ({
    visit,
    stack,
    parent,
  }) => {
    const cls = await addClass(stack, {
      class_type: 'miniballerz',
      coach_name: 'Ellie Watts',
      slots: [{ capacity: 10 }, { capacity: 10 }],
    });
    const page = await visit({ as: parent, path });
    const card = cardOf(page, cls);
    await card.getByRole('heading', { name: 'Miniballerz', exact: true }).waitFor();
    for (const text of [
      'Coach: Ellie Watts',
      everyWeekday(addDays(businessToday, -17)),
      `${formatDate(cls.start_date)} - ${formatDate(cls.end_date)}`,
      '$120.00',
      '6 weeks remaining',
      'Trial: $20.00 (1 session)',
      'Choose your time slot:',
    ]) {
      await card.getByText(text, { exact: true }).waitFor();
    }
    expect(await card.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^9:00 AM - 9:45 AM/),
      expect.stringMatching(/^10:00 AM - 10:45 AM/),
    ]);
    const picture = card.getByRole('img');
    await picture.scrollIntoViewIfNeeded();
    expect(await picture.getAttribute('alt')).not.toBe('');
    await soon(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  it('says how many places a slot has left, and takes none from a full one [PUB-46, PUB-47, PUB-48, PUB-50, PAR-09, PAR-11]', async ({
    visit,
    stack,
    parent,
  }) => {
    const cls = await addClass(stack, {
      slots: [{ capacity: 10 }, { capacity: 8, booked: 7 }, { capacity: 8, booked: 8 }],
    });
    const page = await visit({ as: parent, path });
    const [many, last, none] = [0, 1, 2].map((at) => slotBox(page, cls, at));
    await many?.getByText('10 spots remaining', { exact: true }).waitFor();
    await last?.getByText('1 spot remaining', { exact: true }).waitFor();
    await none?.getByText('0 spots remaining', { exact: true }).waitFor();
    expect(await many?.getByRole('button', { name: book, exact: true }).isEnabled()).toBe(true);
    expect(await last?.getByRole('button', { name: book, exact: true }).isEnabled()).toBe(true);
    expect(await none?.getByRole('button').allTextContents()).toEqual([full]);
    expect(await none?.getByRole('button').isDisabled()).toBe(true);
    expect(await cardOf(page, cls).getByText('FULL', { exact: true }).count()).toBe(
      path === paths.parentClasses ? 0 : 1,
    );
  });

  it('opens the booking of exactly the slot whose button is pressed [PUB-49, PAR-10]', async ({
    visit,
    stack,
    parent,
  }) => {
    const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 10 }] });
    const page = await visit({ as: parent, path });
    await slotBox(page, cls, 1).getByRole('button', { name: book }).click();
    await page.getByRole('heading', { name: 'Juniorballerz', level: 1 }).waitFor();
    expect(pathOf(page)).toBe(paths.bookClass(cls.id, slotOf(cls, 1).id));
  });

  it('says that it loads while it does [PUB-36]', async ({ visit, parent, stack }) => {
    const cls = await addClass(stack);
    const page = await visit({ as: parent });
    const calls = await holdCalls(page, 'listClasses');
    await page.goto(path);
    const loading = page.getByRole('status').filter({ hasText: /^Loading classes\.\.\.$/ });
    await loading.waitFor();
    calls.letGo();
    await cardOf(page, cls).waitFor();
    expect(await loading.count()).toBe(0);
  });
});

it.for([paths.bookCamp, paths.browseClasses])(
  '%s is titled "Book A Class" [PUB-32]',
  async (path, { visit, parent }) => {
    const page = await visit({ as: parent, path });
    await page.getByRole('heading', { name: 'Book A Class', level: 1, exact: true }).waitFor();
  },
);

it('/parent/classes is titled "Available Classes" [PAR-07]', async ({ visit, parent }) => {
  const page = await visit({ as: parent, path: paths.parentClasses });
  await page.getByRole('heading', { name: 'Available Classes', level: 1, exact: true }).waitFor();
});

it('marks a full slot in red [PUB-48]', async ({ visit, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 8, booked: 8 }] });
  const page = await visit({ path: paths.bookCamp });
  const background = await slotBox(page, cls)
    .getByText('FULL', { exact: true })
    .evaluate((badge) => getComputedStyle(badge).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (background.match(/[\d.]+/g) ?? []).map(Number);
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
});

it('offers a visitor to sign up, and nobody else [PUB-34, PUB-35]', async ({ open, parent }) => {
  const visitor = await open({ path: paths.bookCamp });
  await visitor.getByRole('heading', { name: 'Sign Up to Book Classes' }).waitFor();
  await visitor.getByRole('link', { name: 'Sign Up / Log In' }).click();
  await soon(() => addressOf(visitor)).toBe('/auth?tab=signup');

  const signedIn = await open({ as: parent, path: paths.bookCamp });
  await signedIn.getByRole('heading', { name: 'Book A Class' }).waitFor();
  await signedIn.getByRole('button', { name: 'Logout' }).waitFor();
  await soon(() => signedIn.getByText('Sign Up to Book Classes').count()).toBe(0);
});

it('asks a visitor who presses "Book Now" to log in [PUB-51, PUB-52, PRM-01]', async ({ visit, stack }) => {
  const cls = await addClass(stack);
  const page = await visit({ path: paths.bookCamp });
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await seeToast(page, { title: 'Login Required', description: 'Please log in to book a class' });
  expect(pathOf(page)).toBe(paths.auth);
});
