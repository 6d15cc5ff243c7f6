import './fonts.css';
import { loadPart } from '../lib/load-part.ts';
import { hasStoredSession } from '../lib/stored-session.ts';
import { rootElement } from './root-element.ts';

// The one script of a first visit. A built page needs nothing else until its visitor does something.

const loadSite = () => loadPart(() => import('./main.tsx'));

/** What tells that someone is about to use the page. Another tab may also log in or out. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'storage'];

/** Wakes a page that was built whole: at the first sign, and then does again what was pressed meanwhile. */
const wakeOnDemand = (): void => {
  const waiting = new AbortController();
  const holding = new AbortController();
  const held: (() => void)[] = [];

  const wake = async (): Promise<void> => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    const { started } = await loadSite();
    await started;
    holding.abort();
    for (const again of held) again();
  };

  const hold = (event: Event, again: () => void): void => {
    event.preventDefault();
    event.stopPropagation();
    held.push(again);
    // Assistive tools press a button without any sign before.
    void wake();
  };
  // Links work as they are, and a form that is not filled in is refused by the browser.
  rootElement.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>('button');
      if (button && button.getAttribute('type') !== 'submit') hold(event, () => button.click());
    },
    { capture: true, signal: holding.signal },
  );
  rootElement.addEventListener(
    'submit',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLFormElement) hold(event, () => target.requestSubmit());
    },
    { capture: true, signal: holding.signal },
  );
  for (const sign of signs) {
    window.addEventListener(sign, () => void wake(), { passive: true, signal: waiting.signal });
  }
};

/** Lets the built page come on the screen before scripts compete with it for the line. */
const wakeAfterPaint = (): void => {
  requestAnimationFrame(() => setTimeout(() => void loadSite()));
};

const { page, onDemand } = rootElement.dataset;
if (page === undefined) void loadSite();
else if (onDemand !== undefined && !hasStoredSession()) wakeOnDemand();
else wakeAfterPaint();
