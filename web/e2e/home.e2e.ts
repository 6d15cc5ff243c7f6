import type { Page } from '@playwright/test';
import { addClass, cardOf } from '#infra/testing/browser/classes';
import { scrollTop } from '#infra/testing/browser/page';
import { brand, sampleFacts } from '#shared/brand';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const section = (page: Page, id: string) => page.locator(`main #${id}`);

test('a phone shows the hero without scrolling; its button leads to the classes [PUB-16, PUB-17]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(paths.home);
  const heading = page.getByRole('heading', { level: 1, name: brand.tagline });
  const start = page.getByRole('link', { name: 'Get Started' });
  for (const part of [heading, start]) await expect(part).toBeInViewport({ ratio: 1 });
  await start.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Book A Class' })).toBeVisible();
  await expect(page).toHaveURL(paths.bookCamp);
});

test('a visitor reads the home page, and opens a programme [PUB-18]', async ({ page, context, stack }) => {
  await page.goto(paths.home);
  const skills = page.getByRole('region', { name: 'Six key skills' }).getByRole('heading', { level: 3 });
  await expect(skills).toHaveText([
    'Technical',
    'Tactical',
    'Mental',
    'Physical Conditioning',
    'Confidence Building',
    'Position Specific',
  ]);

  await test.step('introduces the lead coach, with a form of name, email and message [PUB-21]', async () => {
    const contact = section(page, 'contact');
    await expect(contact.getByRole('heading', { name: sampleFacts.coach.name })).toBeVisible();
    await expect(contact.getByText(sampleFacts.coach.bio)).toBeVisible();
    const fields = contact.getByRole('textbox');
    await expect(fields).toHaveCount(3);
    for (const [at, name] of ['name', 'email', 'message'].entries())
      await expect(fields.nth(at)).toHaveAttribute('name', name);
  });

  await test.step('the privacy section says what is stored, and no cookie is set [PUB-15]', async () => {
    const privacy = section(page, 'privacy');
    await expect(privacy.getByText('medical notes')).toBeVisible();
    await expect(privacy.getByText('no cookies')).toBeVisible();
    await expect(privacy.getByText('What our own files said of your children')).toBeVisible();
    await expect(privacy.getByText('after 180 days')).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });

  await test.step('shows the programmes with their ages, each leading to its classes [PUB-19]', async () => {
    const mini = await addClass(stack, { class_type: 'miniballerz' });
    const junior = await addClass(stack, { class_type: 'juniorballerz' });
    const cards = section(page, 'programs').getByRole('article');
    await expect(cards).toHaveText([
      /^Ages 3-5Miniballerz/,
      /^Ages 6-11Juniorballerz/,
      /^Academy levelEliteballerz/,
    ]);
    await page.getByRole('link', { name: 'See Miniballerz classes' }).click();
    await expect(cardOf(page, mini)).toBeVisible();
    await expect(cardOf(page, junior)).toHaveCount(0);
  });
});

test.describe('the footer', () => {
  const buttons = [
    ['Home', 'home'],
    ['Programs', 'programs'],
    ['Contact', 'contact'],
    ['Privacy', 'privacy'],
  ] as const;

  /** Whether a section starts just below the header, or the page is scrolled to its end. */
  const isScrolledTo = (page: Page, id: string) =>
    section(page, id).evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1;
      return top >= 0 && (top < 200 || (isAtEnd && top < window.innerHeight));
    });

  /** Waits until a button has taken effect. The click itself scrolls the footer into view, which can show the section. */
  const expectOpened = async (page: Page, id: string): Promise<void> => {
    await expect(page).toHaveURL(`/#${id}`);
    await expect(section(page, id)).toBeFocused();
    await expect.poll(() => isScrolledTo(page, id)).toBe(true);
  };

  test('a button scrolls to its section on the home page, also a second time [PUB-14]', async ({ page }) => {
    await page.goto(paths.home);
    const button = page.getByRole('contentinfo').getByRole('button', { name: 'Programs', exact: true });
    await button.click();
    await expectOpened(page, 'programs');
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -10_000);
        return scrollTop(page);
      })
      .toBe(0);
    await button.click();
    await expectOpened(page, 'programs');
  });

  test('each button leads from another page to its section, with the focus [PUB-15]', async ({ page }) => {
    for (const [label, id] of buttons) {
      await page.goto(paths.contact);
      await page.getByRole('contentinfo').getByRole('button', { name: label, exact: true }).click();
      await expectOpened(page, id);
    }
  });
});

test('the hero is animated for who wants motion, and else still', async ({ page }) => {
  // An animation that has ended is no longer in the list of animations.
  const hasAnimation = () =>
    page
      .locator('main *')
      .evaluateAll((all) => all.some((one) => getComputedStyle(one).animationName !== 'none'));
  for (const [reducedMotion, isAnimated] of [
    ['reduce', false],
    ['no-preference', true],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto(paths.home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(hasAnimation).toBe(isAnimated);
  }
});
