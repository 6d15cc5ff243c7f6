import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addDays } from '#shared/domain/calendar';
import { weekdayName } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { businessToday } from './testing/business-day.ts';
import { addClass } from './testing/classes.ts';
import { addressOf } from './testing/page-state.ts';
import { siteTest } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';

/** Three classes, the newest first: one that begins in three weeks, one that begins tomorrow, one that is full. */
const it = siteTest.extend('classes', { scope: 'file', auto: true }, async ({ stack }) => {
  await addClass(stack, { venue: 'Full Field', startsIn: 3, slots: [{ capacity: 8, booked: 8 }] });
  await addClass(stack, { venue: 'Next Field', startsIn: 1, class_type: 'miniballerz' });
  await addClass(stack, { venue: 'Late Field', startsIn: 20 });
});

const venues = (page: Page): Promise<string[]> =>
  page.getByText(/^(?:Full|Next|Late) Field$/).allTextContents();

const program = (page: Page) => page.getByRole('combobox', { name: 'Program' });
const count = (page: Page) => page.getByRole('main').getByRole('status');

it('shows all classes, newest first, and says how many', async ({ visit }) => {
  const page = await visit({ path: paths.bookCamp });
  await soon(() => venues(page)).toEqual(['Late Field', 'Next Field', 'Full Field']);
  expect(await count(page).textContent()).toBe('3 classes');
});

it('a choice is in the address at once, and survives a reload and a link', async ({ visit }) => {
  const page = await visit({ path: paths.bookCamp });
  await program(page).selectOption('Miniballerz');
  await soon(() => venues(page)).toEqual(['Next Field']);
  expect(addressOf(page)).toBe('/book-camp?program=miniballerz');
  await page.reload();
  await soon(() => venues(page)).toEqual(['Next Field']);
  expect(await program(page).inputValue()).toBe('miniballerz');
  await program(page).selectOption('All programs');
  await soon(() => venues(page)).toHaveLength(3);
  expect(addressOf(page)).toBe('/book-camp');
});

it('a control shows at once what was chosen, and goes on showing it while the classes are rendered', async ({
  visit,
  parent,
}) => {
  const page = await visit({ path: paths.browseClasses, as: parent });
  await soon(() => venues(page)).toHaveLength(3);
  const shown = await page.getByRole('search').evaluate(async (bar) => {
    const list = bar.querySelector('select');
    const box = bar.querySelector('input');
    if (!list || !box) throw new Error('the bar has lists and a box');
    const seen = new Set<string>();
    const look = () => seen.add(`${list.value} ${box.checked}`);
    box.click();
    look();
    list.value = 'miniballerz';
    list.dispatchEvent(new Event('change', { bubbles: true }));
    look();
    while (document.querySelectorAll('article').length > 1) {
      await new Promise(requestAnimationFrame);
      look();
    }
    look();
    return [...seen];
  });
  expect(shown).toEqual([' true', 'miniballerz true']);
});

it('filters by day, and by places left', async ({ visit }) => {
  const page = await visit({ path: paths.bookCamp });
  await page.getByRole('checkbox', { name: 'Has places' }).click();
  await soon(() => venues(page)).toEqual(['Late Field', 'Next Field']);
  await page.getByRole('combobox', { name: 'Day' }).selectOption(weekdayName(addDays(businessToday, 1)));
  await soon(() => venues(page)).toEqual(['Next Field']);
  await soon(() => count(page).textContent()).toBe('1 of 3 classes');
});

it('sorts by the next session', async ({ visit }) => {
  const page = await visit({ path: paths.bookCamp });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Next session first');
  await soon(() => venues(page)).toEqual(['Next Field', 'Full Field', 'Late Field']);
  expect(addressOf(page)).toBe('/book-camp?sort=next');
});

it('says when nothing matches, and shows everything again', async ({ visit }) => {
  const page = await visit({ path: `${paths.bookCamp}?program=eliteballerz&sort=next` });
  await page.getByText('No class matches what you are looking for.').waitFor();
  expect(await count(page).textContent()).toBe('0 of 3 classes');
  await page.getByRole('button', { name: 'Show all classes' }).click();
  await soon(() => venues(page)).toHaveLength(3);
  expect(addressOf(page)).toBe('/book-camp?sort=next');
});

it('works by keyboard alone', async ({ visit }) => {
  const page = await visit({ path: paths.bookCamp });
  await soon(() => venues(page)).toHaveLength(3);
  await program(page).focus();
  await page.keyboard.type('Mini');
  await soon(() => venues(page)).toEqual(['Next Field']);
  for (const name of ['Day', 'Sort by']) {
    await page.keyboard.press('Tab');
    expect(await page.getByRole('combobox', { name }).evaluate((box) => box.matches(':focus'))).toBe(true);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await soon(() => addressOf(page)).toBe('/book-camp?program=miniballerz&places=yes');
});

it('leads back to the page before in one step, however much was chosen', async ({ visit }) => {
  const page = await visit({ path: paths.contact });
  await page.getByRole('banner').getByRole('link', { name: 'Book A Class' }).click();
  await program(page).selectOption('Miniballerz');
  await program(page).selectOption('Juniorballerz');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
});
