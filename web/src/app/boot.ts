import './fonts.css';
import { loadPart } from '../lib/load-part.ts';
import { hasStoredSession } from '../lib/stored-session.ts';
import { holdInput } from './held-input.ts';
import { rootElement } from './root-element.ts';

// The one script of a first visit. A built page needs nothing else until its visitor does something.

/** What tells that someone is about to use the page. Another tab may also log in or out. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'storage'];

const loadSite = async (): Promise<void> => {
  const { started } = await loadPart(() => import('./main.tsx'));
  await started;
};

/** Lets a built page come on the screen before scripts compete with it for the line. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const firstUse = (): { readonly seen: Promise<void>; readonly tell: () => void } => {
  const { promise: seen, resolve: tell } = Promise.withResolvers<void>();
  const waiting = new AbortController();
  for (const sign of signs) {
    window.addEventListener(sign, () => tell(), { passive: true, signal: waiting.signal });
  }
  void seen.then(() => waiting.abort());
  return { seen, tell };
};

const startBuiltPage = async (onDemand: boolean): Promise<void> => {
  const use = firstUse();
  // Assistive tools press a button without any sign before.
  const input = holdInput(rootElement, use.tell);
  await (onDemand ? use.seen : afterPaint());
  await loadSite();
  input.release();
};

const { page, onDemand } = rootElement.dataset;
if (page === undefined) void loadSite();
else void startBuiltPage(onDemand !== undefined && !hasStoredSession());
