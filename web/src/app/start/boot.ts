import '../theme/fonts.css';
import { loadPart } from '../../lib/browser/load-part.ts';
import { hasStoredSession, markStoredSession } from '../../lib/session/stored-session.ts';
import { wait } from '../../lib/time/wait.ts';
import { holdInput } from './input-replay.ts';
import { rootElement } from './root-element.ts';

// The one script of a first visit. A built page needs nothing else until its visitor does something.

/** What tells that someone is about to use the page. Another tab may also log in or out. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'storage'];

/** What the site is made with, to be run one after the other: all at once, a slow phone answers no touch meanwhile. */
const foundations = [
  () => import('./react-dom.ts'),
  () => import('../theme/styled-system.ts'),
  () => import('../theme/system.ts'),
  () => import('../../lib/api/config.ts'),
  () => import('../../lib/api/query-client.ts'),
];

/** Fetches at once what is run one by one, and the screen. A built page names the files. */
const fetchScripts = (files: string): void => {
  for (const href of files.split(' ')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
};

const loadSite = async (): Promise<void> => {
  const { scripts } = rootElement.dataset;
  if (scripts) fetchScripts(scripts);
  for (const run of foundations) {
    await loadPart<unknown>(run);
    await wait(0);
  }
  const { started } = await loadPart(() => import('./main.tsx'));
  await started;
};

/** Lets a built page come on the screen before scripts compete with it for the line. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });

/** Under a pointer at rest, a page that comes up is told of a move as well: one by nothing. */
const isMove = (event: Event): boolean =>
  !(event instanceof PointerEvent) || event.movementX !== 0 || event.movementY !== 0;

const firstUse = (): { readonly seen: Promise<void>; readonly tell: () => void } => {
  const { promise: seen, resolve: tell } = Promise.withResolvers<void>();
  const waiting = new AbortController();
  for (const sign of signs) {
    const look = (event: Event) => (sign !== 'pointermove' || isMove(event)) && tell();
    window.addEventListener(sign, look, { passive: true, signal: waiting.signal });
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

markStoredSession();
const { page, onDemand } = rootElement.dataset;
if (page === undefined) void loadSite();
else void startBuiltPage(onDemand !== undefined && !hasStoredSession());
