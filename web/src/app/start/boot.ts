import './polyfills.ts';
import '../theme/global.css';
import '../theme/fonts.css';
import './unsupported-browser.css';
import { rememberFindShortcut } from '../../lib/browser/find-shortcut.ts';
import { loadChunk, wait } from '../../lib/browser/load-chunk.ts';
import { hasStoredTokens, showStoredRole, usableAccess } from '../../lib/sign-in/stored-tokens.ts';
import { captureInput } from './early-input.ts';
import { rootElement } from './root-element.ts';

// Documents load this script first, complete ones at their first use; README.md describes the start.

/** The chunks are evaluated in separate tasks, so that input is handled in between. */
const baseModules = [
  () => import('./react-dom.ts'),
  // Most screens share these.
  () => import('#shared/school/site-config'),
];

/** Each download's start takes a phone about 2 ms. */
const startedAtOnce = 4;

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

const loadSite = async (input?: ReturnType<typeof captureInput>): Promise<void> => {
  const { scripts, renewalScripts } = rootElement().dataset;
  await preloadScripts(
    [usableAccess() ? '' : renewalScripts, scripts].flatMap((files) => files?.match(/\S+/g) ?? []),
  );
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

/** Scripts wait for it, so that they do not compete with the first paint for bandwidth. */
const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });

const startPrerenderedPage = async (onDemand: boolean): Promise<void> => {
  // Until then the document's script notes presses, and the fields have the typed text.
  if (onDemand) await window.firstUse;
  const { promise: captured, resolve: noteCaptured } = Promise.withResolvers<void>();
  const input = captureInput(rootElement(), noteCaptured);
  // A page that reports no paint starts at its first use.
  await Promise.race([firstPaint(), window.firstUse, captured]);
  await loadSite(input);
  await input.repeatPresses();
};

/** Visitors, who will go to the login, must not see the HTML for signed-in users. */
const dropSessionPage = (): void => {
  const root = rootElement();
  const { dataset } = root;
  if (dataset.renewalScripts === undefined || hasStoredTokens()) return;
  delete dataset.renewalScripts;
  delete dataset.page;
  root.replaceChildren();
};

const start = (): void => {
  showStoredRole();
  // Back may show the page again after a login on another page.
  window.addEventListener('pagehide', () =>
    window.addEventListener('pageshow', showStoredRole, { once: true }),
  );
  rememberFindShortcut();
  dropSessionPage();
  const { page, scripts } = rootElement().dataset;
  if (page !== undefined) void startPrerenderedPage(scripts !== undefined);
  else {
    // There is nothing to press before React handles it.
    window.earlyPresses = undefined;
    void loadSite();
  }
};

// `documentScript` has checked the browser.
if (document.documentElement.dataset.unsupported === undefined) start();
