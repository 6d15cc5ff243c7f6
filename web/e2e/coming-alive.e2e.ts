import type { Page } from '@playwright/test';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
import { addClass } from './testing/classes.ts';
import { layoutShift } from './testing/layout.ts';
import { expect, test } from './testing/test.ts';

test.beforeEach(async ({ stack }) => {
  for (const class_type of programmeIds) await addClass(stack, { class_type });
});

/** Built pages whose screen waits for scripts or for data. */
const waitingPages = [paths.bookCamp, paths.auth];

const comeAlive = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  const screen = page.getByRole('main');
  await expect(
    path === paths.auth ? screen.getByLabel('Password') : screen.locator('article').first(),
  ).toBeVisible();
  await page.waitForLoadState('networkidle');
};

for (const width of [375, 768, 1280]) {
  for (const path of waitingPages) {
    test(`nothing moves when ${path} comes alive at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await comeAlive(page, path);
      expect(await layoutShift(page)).toBe(0);
    });
  }
}

for (const path of waitingPages) {
  test(`${path} names every script it needs, so that none waits for another`, async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') fetched.push(new URL(request.url()).pathname);
    });
    await comeAlive(page, path);
    const named = await page.locator('#root').getAttribute('data-scripts');
    const ahead = await page
      .locator('script[src], link[rel=modulepreload]')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('src') ?? element.getAttribute('href')),
      );
    expect(fetched.length).toBeGreaterThan(5);
    expect(fetched.filter((file) => !named?.split(' ').includes(file) && !ahead.includes(file))).toEqual([]);
  });
}

test('what is chosen just while the site takes the page over is not lost', async ({ page }) => {
  await page.addInitScript(() => {
    const choose = () => {
      const root = document.getElementById('root');
      const [list, box] = [root?.querySelector('select'), root?.querySelector('input')];
      // React has marked its root, and begins with its parts in a turn of their own.
      const isBeingTakenOver = root && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
      if (!isBeingTakenOver || !list || !box) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = choose;
        port2.postMessage(null);
        return;
      }
      list.value = 'miniballerz';
      for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
      box.click();
    };
    choose();
  });
  await page.goto(paths.bookCamp);
  await page.waitForURL('**?program=miniballerz&places=yes');
  await expect(page.getByRole('main').locator('article').first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Program' })).toHaveValue('miniballerz');
  await expect(page.getByRole('checkbox', { name: 'Has places' })).toBeChecked();
});
