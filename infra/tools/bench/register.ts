import { type BrowserContext, chromium } from '@playwright/test';
import { businessTimeZone } from '../../testing/browser/business-day.ts';
import { keepPages, newScene, openSessions, registerPath } from '../../testing/browser/coach-scene.ts';
import { startSession } from '../../testing/browser/families.ts';
import { createDeployments } from '../../testing/browser/site-versions.ts';
import { chromiumLaunch } from '../../testing/stack/chromium.ts';
import { startTestStack } from '../../testing/stack/test-stack.ts';
import { type Figures, median, percentile, rounded } from './report.ts';

const rounds = 11;
const children = 30;
/** As Lighthouse slows a phone down. */
const slowdown = 4;

declare global {
  interface Window {
    /** When the first child could be marked, in ms since the navigation began. */
    usableAfterMs?: number;
  }
}

/** Notes when a child can be marked, in the page. */
const watchButtons = (): void => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main li button[aria-pressed]:not(:disabled)')) return;
    window.usableAfterMs = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true });
};

/** The time in ms from opening a register in a new tab until a child can be marked. */
const openOnce = async (context: BrowserContext, path: string): Promise<number> => {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watchButtons);
  await page.goto(path, { waitUntil: 'commit' });
  const found = await page.waitForFunction(() => window.usableAfterMs);
  const ms = (await found.jsonValue()) ?? Number.NaN;
  await page.close();
  return ms;
};

/** Measures how long a coach waits for a register: with a network, without one, and where the network does not answer. */
export const measureRegister = async (): Promise<Figures> => {
  const deployments = createDeployments();
  const stack = await startTestStack({ timeZone: businessTimeZone, site: deployments.site });
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const scene = await newScene(stack, { children });
    const context = await browser.newContext({
      baseURL: stack.url,
      viewport: { width: 412, height: 823 },
      storageState: {
        cookies: [],
        origins: [{ origin: stack.url, localStorage: await startSession(stack, scene.coach) }],
      },
    });
    const first = await context.newPage();
    await openSessions(first);
    await keepPages(first);
    const rows = [];
    for (const [network, set] of [
      ['there', async () => {}],
      ['none', () => context.setOffline(true)],
      ['does not answer', () => context.setOffline(false).then(deployments.hold)],
    ] as const) {
      await set();
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        times.push(await openOnce(context, registerPath(scene)));
      rows.push({
        network,
        children,
        'p50 ms': rounded(median(times), 0),
        'p95 ms': rounded(percentile(times, 0.95), 0),
      });
    }
    return {
      title: 'How long a coach waits for a register',
      method: `Median of ${rounds} tabs on a ${slowdown} times slower processor, from opening the register until a child can be marked; the phone has a copy.`,
      rows,
    };
  } finally {
    await deployments.reset();
    await browser.close();
    await stack.stop();
  }
};
