import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { shiftOf } from './testing/layout-shift.ts';
import { siteTest as it } from './testing/site-test.ts';

it.override('stackOptions', { empty: false });

/** Built pages whose screen waits for scripts or for data. */
const waitingPages = [paths.bookCamp, paths.auth];

const comeAlive = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  const screen = page.getByRole('main');
  await (path === paths.auth ? screen.getByLabel('Password') : screen.locator('article').first()).waitFor();
  await page.waitForLoadState('networkidle');
};

for (const width of [375, 768, 1280]) {
  it.for(waitingPages)(`nothing moves when %s comes alive at ${width} px`, async (path, { open }) => {
    const page = await open({ viewport: { width, height: 800 } });
    await comeAlive(page, path);
    expect(await shiftOf(page)).toBe(0);
  });
}

it.for(waitingPages)(
  '%s names every script it needs, so that none waits for another',
  async (path, { open }) => {
    const page = await open();
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
  },
);

it('what is chosen just while the site takes the page over is not lost', async ({ open }) => {
  const page = await open();
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
  await page.getByRole('main').locator('article').first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Program' }).inputValue()).toBe('miniballerz');
  expect(await page.getByRole('checkbox', { name: 'Has places' }).isChecked()).toBe(true);
});
