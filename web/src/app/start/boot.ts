import './polyfills.ts';
import '../theme/global.css';
import '../theme/fonts.css';
import './unsupported-browser.css';
import { keepFindShortcut } from '../../lib/browser/find-shortcut.ts';
import { loadChunk, wait } from '../../lib/browser/load-chunk.ts';
import { hasStoredTokens, showStoredSignIn } from '../../lib/sign-in/stored-tokens.ts';
import { captureInput } from './early-input.ts';
import { rootElement } from './root-element.ts';

// The only script that every document loads at once; README.md describes the start.

/** Events that precede the use of a page. `storage`: another tab may have logged in or out. */
const useEvents = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'storage'];

/** What the site is built on. The chunks are evaluated in separate tasks, so that input is handled between them. */
const baseModules = [
  () => import('./react-dom.ts'),
  () => import('../theme/styled-system.ts'),
  // With what most screens share.
  () => import('#shared/school/site-config'),
];

/** How many downloads one task starts: each takes a phone about 2 ms. */
const startedAtOnce = 4;

/** Starts the download of all scripts of the page, which are then evaluated one by one. */
const preloadScripts = async (files: readonly string[]): Promise<void> => {
  for (let index = 0; index < files.length; index += startedAtOnce) {
    if (index > 0) await wait(0);
    const links = files.slice(index, index + startedAtOnce).map((href) => {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      return link;
    });
    document.head.append(...links);
  }
};

/** Resolves when the first screen handles events. */
const loadSite = async (input?: ReturnType<typeof captureInput>): Promise<void> => {
  const { scripts, signedInScripts } = rootElement.dataset;
  await preloadScripts([scripts, signedInScripts].flatMap((files) => files?.split(' ') ?? []));
  await wait(0);
  for (const load of baseModules) {
    await loadChunk<unknown>(load);
    await wait(0);
  }
  input?.noteTexts();
  const { beforeFields, rendered, started } = await loadChunk(() => import('./main.tsx'));
  if (input) beforeFields(input.noteSelection);
  void rendered.then(input?.repeatTexts);
  await started;
};

/** Resolves at the first paint, so that scripts do not compete with it for bandwidth. */
const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });

/** Browsers also send `pointermove`, with no distance, when a page appears under a pointer at rest. */
const hasMoved = (event: Event): boolean =>
  !(event instanceof PointerEvent) || event.movementX !== 0 || event.movementY !== 0;

const watchFirstUse = (): { readonly used: Promise<void>; readonly markUsed: () => void } => {
  const { promise: used, resolve: markUsed } = Promise.withResolvers<void>();
  const watching = new AbortController();
  for (const type of useEvents) {
    const handle = (event: Event) => (type !== 'pointermove' || hasMoved(event)) && markUsed();
    window.addEventListener(type, handle, { passive: true, signal: watching.signal });
  }
  void used.then(() => watching.abort());
  return { used, markUsed };
};

const startPrerenderedPage = async (onDemand: boolean): Promise<void> => {
  const { used, markUsed } = watchFirstUse();
  // Assistive technology clicks a button without any event before the click.
  const input = captureInput(rootElement, markUsed);
  // A page that reports no paint starts at its first use.
  await (onDemand ? used : Promise.race([firstPaint(), used]));
  await loadSite(input);
  await input.repeatPresses();
};

/** The HTML of a page of signed-in users is not for visitors, who are about to be led to the login. */
const dropSessionPage = (): void => {
  const { dataset } = rootElement;
  if (dataset.signedInScripts === undefined || hasStoredTokens()) return;
  delete dataset.signedInScripts;
  delete dataset.page;
  rootElement.replaceChildren();
};

const start = (): void => {
  showStoredSignIn();
  // The browser kept the page, and shows it again after somebody has logged in or out on another one.
  window.addEventListener('pageshow', ({ persisted }) => persisted && showStoredSignIn());
  keepFindShortcut();
  dropSessionPage();
  const { page, onDemand } = rootElement.dataset;
  if (page !== undefined) void startPrerenderedPage(onDemand !== undefined);
  else {
    // There is nothing to press before React handles it.
    window.earlyPresses = undefined;
    void loadSite();
  }
};

// browser-check.ts has run by now.
if (document.documentElement.dataset.unsupported === undefined) start();
