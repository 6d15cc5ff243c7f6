import type { Locator, Page } from '@playwright/test';
import { newOffer } from '#infra/testing/attack/fixtures';
import { bornYearsAgo } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, bookingPath } from '#infra/testing/browser/classes';
import { addChild, bookingForm, childForm } from '#infra/testing/browser/forms';
import { sampleFamily } from '#infra/testing/samples/samples';
import { photoConsent } from '#shared/consents';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
import { expect, familyTest, test } from './testing/test.ts';

test.use({ viewport: { width: 375, height: 812 } });

/** How many windows high the page is once all of it was in sight: what is below the window is rendered late. */
const screens = async (page: Page): Promise<number> => {
  for (const card of await page.getByRole('article').all()) await card.scrollIntoViewIfNeeded();
  return page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
};

test('a listing of 8 classes is at most 5.5 screens high [FAM-07]', async ({ page, stack }) => {
  for (let count = 0; count < 8; count += 1)
    await addClass(stack, {
      class_type: programmeIds[count % programmeIds.length] ?? 'juniorballerz',
      slots: [{ capacity: 10 }, { capacity: 8, booked: 7 }],
    });
  await page.goto(paths.bookCamp);
  await expect(page.getByRole('article')).toHaveCount(8);
  expect(await screens(page)).toBeLessThanOrEqual(5.5);
});

/** Whether the middle and the corners of an element are what one sees there. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 4, top + 4],
      [right - 4, bottom - 4],
    ] as const;
    return points.every(([x, y]) => {
      const seen = document.elementFromPoint(x, y);
      return seen !== null && (node.contains(seen) || seen.contains(node));
    });
  });

familyTest('the booking form fits one window [FAM-07]', async ({ page, stack }) => {
  const cls = await addClass(stack, { startsIn: 4 });
  await page.goto(bookingPath(cls));
  const { fullProgram, trial, child, total, confirm } = bookingForm(page);
  const dates = page.getByRole('list', { name: 'Your 9 dates' }).getByRole('listitem');
  await expect(dates).toHaveCount(9);
  const cards = [fullProgram, trial].map((radio) => page.locator('label').filter({ has: radio }));
  for (const part of [...cards, child, ...(await dates.all()), total, confirm]) {
    await expect(part).toBeInViewport({ ratio: 1 });
    expect(await isUncovered(part)).toBe(true);
  }
  const [one, other] = await Promise.all(cards.map((card) => card.boundingBox()));
  expect(one?.height).toBe(other?.height);
});

familyTest('a parent’s home begins with what is next [FAM-07]', async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls, { child: 1 });
  await page.goto(paths.parent);
  const week = page.getByRole('region', { name: 'Your week' });
  await expect(week).toContainText('Next session: Ben Parent');
  await expect(week).toBeInViewport({ ratio: 0.5 });
  const links = page.getByRole('main').getByRole('link', { name: /^Available Classes Find/ });
  const topOf = async (part: Locator): Promise<number> => Number((await part.boundingBox())?.y);
  const todo = page.getByRole('region', { name: 'Cards to confirm' });
  await expect(todo).toBeVisible();
  expect([await topOf(week), await topOf(todo), await topOf(links)]).toEqual(
    [await topOf(week), await topOf(todo), await topOf(links)].toSorted((one, other) => one - other),
  );
});

familyTest('the profile says once what photos are used for [FAM-07]', async ({ page }) => {
  await page.goto(paths.parentProfile);
  await expect(page.getByRole('group', { name: /^Photos of/ })).toHaveCount(2);
  await expect(page.getByText(photoConsent.text, { exact: true })).toHaveCount(1);

  await test.step('the profile of two children is at most 3.6 screens high, with a further child behind a press [FAM-07, PAR-25, PAR-27]', async () => {
    expect(await screens(page)).toBeLessThanOrEqual(3.6);
    await expect(childForm(page).add).toBeHidden();
    await page.getByRole('heading', { name: 'Add a Child' }).click();
    await addChild(page, { name: 'Cleo Parent', date_of_birth: '2019-01-02', medical_conditions: '' });
    await expect(page.getByText(/^Cleo Parent \(age/)).toBeVisible();
  });
});

/** What of a text stands in it more than once: an amount, or the name of the place. */
const saidTwice = (text: string, venue: string): string[] =>
  [
    ...(text.match(/\$[\d,.]+\d/g) ?? []),
    ...text
      .split(venue)
      .slice(1)
      .map(() => venue),
  ].filter((part, at, parts) => parts.indexOf(part) !== at);

familyTest('seven bookings are at most four screens [FAM-09]', async ({ page, stack, parent }) => {
  const hours = [0, 1, 2, 3];
  const cls = await addClass(stack, { slots: hours.map(() => ({ capacity: 10 })) });
  for (const at of hours) await bookByApi(stack, parent, cls, { at });
  for (const at of hours.slice(2)) await bookByApi(stack, parent, cls, { at, child: 1 });
  const trials = await addClass(stack, { startsIn: -16 });
  await bookByApi(stack, parent, trials, { child: 1, isTrial: true });
  await page.goto(paths.parentBookings);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(7);
  expect(await screens(page)).toBeLessThanOrEqual(4);
  for (const card of await cards.all()) {
    const { height = Number.NaN } = (await card.boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(800 / 3);
    for (const part of [/(Ana|Ben) Parent \(age \d\)/, 'Juniorballerz', /Next: \w{3}, /, /Meadow \d/, 'Open'])
      await expect(card).toContainText(part);
    await expect(card.getByText('Coach: Sam Okafor')).toBeHidden();
    await card.getByRole('button', { name: 'Details' }).click();
    for (const part of ['Coach: Sam Okafor', /^Booked on /, cls.venue_details.address])
      await expect(card.getByText(part)).toBeVisible();
    for (const name of ['Add to calendar', 'Cancel booking', 'Change time or class'])
      await expect(card.getByRole('button', { name }).or(card.getByRole('link', { name }))).toBeVisible();
    const { venue } = (await card.textContent())?.includes(cls.venue) ? cls : trials;
    expect(saidTwice(await card.innerText(), venue)).toEqual([]);
  }
});

test('an offer says each price and place once [FAM-09]', async ({ page, signIn, stack }) => {
  const children = [{ name: 'Ana Parent', date_of_birth: bornYearsAgo(9) }];
  const parent = await stack.createAccount(sampleFamily({ now: new Date(), children }));
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  const { offer_id } = await newOffer(stack.table, parent.family);
  expect(offer_id).toMatch(/^ofr_/);
  await signIn(parent);
  await page.goto(paths.parent);
  const offer = page.getByRole('region', { name: 'Offers' }).getByRole('article');
  const place = (await offer.getByRole('link', { name: /^Map of / }).getAttribute('aria-label')) ?? '';
  expect(saidTwice(await offer.innerText(), place.replace('Map of ', ''))).toEqual([]);
  await expect(offer).toContainText(/Take it for \$/);
  for (const part of ['Ana Parent', 'Juniorballerz', 'Every', 'Held until'])
    await expect(offer).toContainText(part);
  const { height: offered = Number.NaN } = (await offer.boundingBox()) ?? {};
  expect(offered).toBeLessThanOrEqual(800 / 3);
  await expect(offer.getByText(/^Coach: /)).toBeHidden();
  await offer.getByRole('button', { name: 'Details' }).click();
  await expect(offer.getByText(/^Coach: /)).toBeVisible();
  expect(saidTwice(await offer.innerText(), place.replace('Map of ', ''))).toEqual([]);
  const week = page.getByRole('region', { name: 'Your week' });
  await expect(week).toContainText('Next session: Ana Parent');
  expect(saidTwice(await week.innerText(), cls.venue)).toEqual([]);
  const { height = Number.NaN } = (await week.boundingBox()) ?? {};
  expect(height).toBeLessThanOrEqual(800 / 3);
  await week.getByText('Details', { exact: true }).click();
  await expect(week).toContainText(cls.venue_details.address);
});
