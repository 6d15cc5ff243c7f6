import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test';
import { paths } from '#shared/paths';
import { businessTimeZone } from '../../testing/browser/business-day.ts';
import { addClass, slotBox } from '../../testing/browser/classes.ts';
import { newScene, registerPath } from '../../testing/browser/coach-scene.ts';
import { startSession } from '../../testing/browser/families.ts';
import { bookingForm } from '../../testing/browser/forms.ts';
import { createDeployments } from '../../testing/browser/site-versions.ts';
import { chromiumLaunch } from '../../testing/stack/chromium.ts';
import { type Account, startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { startPresentSite, startReferencePage } from './built-sites.ts';
import { type Figures, median, rounded } from './report.ts';
import { openAs, phone } from './visits.ts';

const rounds = 3;
const slowdown = 6;
/** The browser reports no shorter events. */
const shortestMs = 16;

/** Milliseconds by what was tapped. */
type Taps = Readonly<Record<string, number>>;

declare global {
  interface Window {
    tapsMs?: number[];
  }
}

const watchTaps = (shortest: number): void => {
  const taps: number[] = [];
  window.tapsMs = taps;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && Number(entry.interactionId) > 0) taps.push(entry.duration);
  });
  const options = { type: 'event', durationThreshold: shortest };
  observer.observe(options);
};

/** Opens a page on a slow phone, as long as the work lasts. */
const onPage = async (
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<Taps>,
): Promise<Taps> => {
  const viewport = { width: 412, height: 823 };
  const context = await browser.newContext({ ...phone, viewport, ...options });
  const page = await context.newPage();
  await page.addInitScript(watchTaps, shortestMs);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const taps = await work(page);
  await context.close();
  return taps;
};

/** @returns the milliseconds until the next paint (INP) */
const tapOnce = async (page: Page, target: Locator, outcome: Locator): Promise<number> => {
  await target.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    if (window.tapsMs) window.tapsMs.length = 0;
  });
  await target.tap();
  await outcome.waitFor();
  // Events are reported after the frame that follows them.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return Math.max(shortestMs, ...(await page.evaluate(() => window.tapsMs ?? [])));
};

const storedSession = async (stack: TestStack, account: Account): Promise<BrowserContextOptions> => ({
  storageState: {
    cookies: [],
    origins: [{ origin: stack.url, localStorage: await startSession(stack, account) }],
  },
});

const book = async (browser: Browser, stack: TestStack): Promise<Taps> => {
  const cls = await addClass(stack);
  const parent = await stack.createAccount();
  const [name = ''] = parent.family.children.map((one) => one.name);
  const address = stack.url + paths.browseClasses;
  return onPage(browser, address, await storedSession(stack, parent), async (page) => {
    const { child, confirm } = bookingForm(page);
    const start = slotBox(page, cls).getByRole('button', { name: 'Book Now' });
    const form = await tapOnce(page, start, child);
    const entry = child.getByRole('option').filter({ hasText: name });
    await child.selectOption(await entry.getAttribute('value'));
    const booked = page.getByRole('heading', { name: 'Booking Confirmed!' });
    const confirmation = await tapOnce(page, confirm, booked);
    return { '"Book Now" to the form': form, '"Confirm Booking" to the confirmation': confirmation };
  });
};

const mark = async (browser: Browser, stack: TestStack): Promise<Taps> => {
  const scene = await newScene(stack, { children: 15 });
  const session = await storedSession(stack, scene.coach);
  return onPage(browser, stack.url + registerPath(scene), session, async (page) => {
    const main = page.getByRole('main');
    const button = main.getByRole('button', { name: 'Present' }).first();
    const marked = main.locator('button[aria-pressed=true]').first();
    return { '"Present" to the mark': await tapOnce(page, button, marked) };
  });
};

const wander = async (browser: Browser, origin: string): Promise<Taps> => {
  const { address, ...session } = await openAs(browser, origin, { page: paths.admin, role: 'admin' });
  return onPage(browser, address, session, async (page) => {
    const bar = page.getByRole('navigation', { name: 'Admin Dashboard' });
    const taps: Record<string, number> = {};
    for (const name of ['Classes', 'Bookings', 'Parents', 'Dashboard']) {
      const outcome = page.locator(
        `body:has(nav a[aria-current=page]:has-text("${name}")) main:not(:has([aria-busy=true])) h1`,
      );
      const tab = bar.getByRole('link', { name, exact: true });
      taps[`admin, to ${name}`] = await tapOnce(page, tab, outcome.first());
    }
    return taps;
  });
};

const markReference = (browser: Browser, origin: string): Promise<Taps> =>
  onPage(browser, origin, {}, async (page) => {
    const button = page.getByRole('button', { name: 'Mark' }).first();
    const marked = page.locator('button[aria-pressed=true]');
    return { 'reference page, "Mark"': await tapOnce(page, button, marked) };
  });

export const measureTaps = async (): Promise<Figures> => {
  const deployments = createDeployments();
  const stack = await startTestStack({ timeZone: businessTimeZone, site: deployments.site });
  const site = await startPresentSite();
  const reference = await startReferencePage();
  const browser = await chromium.launch(chromiumLaunch);
  try {
    for (let count = 0; count < 8; count += 1) await addClass(stack, { slots: [{ capacity: 10 }] });
    const found = new Map<string, number[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const taps of [
        await markReference(browser, reference.origin),
        await book(browser, stack),
        await mark(browser, stack),
        await wander(browser, site.origin),
      ])
        for (const [name, tap] of Object.entries(taps)) found.set(name, [...(found.get(name) ?? []), tap]);
    const rows = [...found].map(([tap, all]) => ({ tap, 'INP ms': rounded(median(all), 0) }));
    return {
      title: 'How long a slow phone waits after a tap',
      method: `Medians of ${rounds} taps on a ${slowdown} times slower processor, until the next paint (INP).`,
      rows,
    };
  } finally {
    await browser.close();
    await reference.stop();
    await site.stop();
    await deployments.reset();
    await stack.stop();
  }
};
