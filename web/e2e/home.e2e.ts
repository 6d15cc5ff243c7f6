import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { addClass, cardOf } from './testing/classes.ts';
import { addressOf, pathOf } from './testing/page-state.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';

const section = (page: Page, id: string) => page.locator(`main #${id}`);

it('the hero says what this is, and its button leads to the classes [PUB-16, PUB-17]', async ({ open }) => {
  const page = await open({ path: paths.home, viewport: { width: 375, height: 667 } });
  const heading = page.getByRole('heading', { level: 1, name: brand.tagline });
  const start = page.getByRole('link', { name: 'Get Started' });
  for (const part of [heading, start]) {
    const box = await part.boundingBox();
    expect(box && box.y + box.height).toBeLessThan(667);
  }
  await start.click();
  await page.getByRole('heading', { level: 1, name: 'Book A Class' }).waitFor();
  expect(pathOf(page)).toBe(paths.bookCamp);
});

it('lists the six key skills [PUB-18]', async ({ visit }) => {
  const page = await visit({ path: paths.home });
  const skills = page.getByRole('region', { name: 'Six key skills' }).getByRole('heading', { level: 3 });
  expect(await skills.allTextContents()).toEqual([
    'Technical',
    'Tactical',
    'Mental',
    'Physical Conditioning',
    'Confidence Building',
    'Position Specific',
  ]);
});

it('shows the programmes with their ages, each leading to its classes [PUB-19]', async ({ visit, stack }) => {
  const mini = await addClass(stack, { class_type: 'miniballerz' });
  const junior = await addClass(stack, { class_type: 'juniorballerz' });
  const page = await visit({ path: paths.home });
  const cards = section(page, 'programs').getByRole('article');
  expect(await cards.allTextContents()).toEqual([
    expect.stringMatching(/^Ages 3-5Miniballerz/),
    expect.stringMatching(/^Ages 6-11Juniorballerz/),
    expect.stringMatching(/^Academy levelEliteballerz/),
  ]);
  await page.getByRole('link', { name: 'See Miniballerz classes' }).click();
  await cardOf(page, mini).waitFor();
  expect(await cardOf(page, junior).count()).toBe(0);
});

it('introduces the lead coach, with a form that asks for no subject [PUB-21]', async ({ visit }) => {
  const page = await visit({ path: paths.home });
  const contact = section(page, 'contact');
  await contact.getByRole('heading', { name: brand.coach.name }).waitFor();
  await contact.getByText(brand.coach.bio).waitFor();
  const names = await contact
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('name')));
  expect(names).toEqual(['name', 'email', 'message']);
});

it('tells the truth about what is stored [PUB-15]', async ({ open }) => {
  const page = await open({ path: paths.home });
  const privacy = section(page, 'privacy');
  await privacy.getByText('medical notes').waitFor();
  await privacy.getByText('no cookies').waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

describe('the footer', () => {
  const buttons = [
    ['Home', 'home'],
    ['Programs', 'programs'],
    ['Contact', 'contact'],
    ['Privacy', 'privacy'],
  ] as const;

  /** Whether the top of a section is where it can be read, below the header, or the page ends with it. */
  const isInSight = (page: Page, id: string) =>
    section(page, id).evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const atTheEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1;
      return top >= 0 && (top < 200 || (atTheEnd && top < window.innerHeight));
    });

  it.for(buttons)('"%s" scrolls to its section on the home page [PUB-14]', async ([label, id], { visit }) => {
    const page = await visit({ path: paths.home });
    const button = page.getByRole('contentinfo').getByRole('button', { name: label, exact: true });
    await button.click();
    await soon(() => isInSight(page, id)).toBe(true);
    // And again, after the visitor has gone elsewhere on the page.
    await button.click();
    await soon(() => isInSight(page, id)).toBe(true);
  });

  it.for(buttons)(
    '"%s" leads from another page to its section, with the focus [PUB-15]',
    async ([label, id], { visit }) => {
      const page = await visit({ path: paths.contact });
      await page.getByRole('contentinfo').getByRole('button', { name: label, exact: true }).click();
      await soon(() => isInSight(page, id).catch(() => false)).toBe(true);
      expect(addressOf(page)).toBe(`/#${id}`);
      await soon(() => page.evaluate(() => document.activeElement?.id)).toBe(id);
    },
  );
});

it('the passing move stands still where less motion is wanted', async ({ open }) => {
  const animations = async (page: Page) =>
    page.evaluate(() => document.getAnimations().filter(({ effect }) => effect).length);
  const still = await open({ path: paths.home, reducedMotion: 'reduce' });
  expect(await animations(still)).toBe(0);
  const moving = await open({ path: paths.home, reducedMotion: 'no-preference' });
  expect(await animations(moving)).toBeGreaterThan(0);
});
