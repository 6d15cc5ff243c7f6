import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, CDPSession, Page, Response } from '@playwright/test';
import * as z from 'zod/mini';
import { traceSchema, type Work, workOfThread } from './page-work.ts';
import { phone } from './visits.ts';

const pollMs = 50;

const viewport = { width: 412, height: 823 };

/** Events of the main thread: its tasks, and scripts, styles, layouts and garbage collections in them. */
const categories = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'v8',
  'v8.execute',
];

/** What a page has in the end: its content, and nothing that waits for data. */
const content = 'main :is(h1, a)';
const waiting = 'main [aria-busy=true]';

/** Asked through the browser's tools: Playwright's waiting costs 0.7 of the reference page. @returns the idle callback's id */
const untilRest = async (page: Page, devTools: CDPSession): Promise<number> => {
  const has = async (selector: string): Promise<boolean> => {
    const { root } = await devTools.send('DOM.getDocument', { depth: 0 });
    return (await devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector })).nodeId !== 0;
  };
  while (!(await has(content)) || (await has(waiting))) await setTimeout(pollMs);
  await page.waitForLoadState('networkidle');
  const { result } = await devTools.send('Runtime.evaluate', {
    expression: 'new Promise((resolve) => { const id = requestIdleCallback(() => resolve(id)); })',
    awaitPromise: true,
  });
  return z.number().parse(result.value);
};

/** The size of a script in KB, gzip. */
const sizeOf = async (response: Response): Promise<number> => gzipSync(await response.body()).length / 1_000;

/** The events of the main thread of the page, which is the busiest of all renderers. */
const mainThreadOf = (trace: Buffer) => {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString()));
  const mainThreads = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const threads = mainThreads.map(({ pid, tid }) =>
    traceEvents.filter((event) => event.pid === pid && event.tid === tid),
  );
  const [busiest = []] = threads.toSorted((one, other) => other.length - one.length);
  return busiest;
};

export const loadPage = async (
  browser: Browser,
  address: string,
  storageState: BrowserContextOptions['storageState'],
): Promise<Work> => {
  const context = await browser.newContext({ ...phone, viewport, ...(storageState && { storageState }) });
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    await browser.startTracing(page, { categories });
    await page.goto(address);
    const idleCallback = await untilRest(page, devTools);
    const trace = await browser.stopTracing();
    const scriptSizes = await Promise.all(scripts.map(sizeOf));
    return {
      ...workOfThread(mainThreadOf(trace), idleCallback),
      scriptKb: scriptSizes.reduce((sum, size) => sum + size, 0),
    };
  } finally {
    await context.close();
  }
};
