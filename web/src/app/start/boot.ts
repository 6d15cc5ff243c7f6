import './polyfills.ts';
import '../theme/fonts.css';
import './unsupported-browser.css';
import { keepFindShortcut } from '../../lib/browser/find-shortcut.ts';
import { loadChunk, wait } from '../../lib/browser/load-chunk.ts';
import { hasStoredTokens, showStoredSignIn } from '../../lib/sign-in/stored-tokens.ts';
import { rootElement } from './root-element.ts';

interface InputReplay {
  /** Stops capturing and repeats the captured input in order. */
  replay(): void;
}

type ChoiceControl = HTMLSelectElement | HTMLInputElement;

const isChoiceControl = (target: EventTarget | null): target is ChoiceControl =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'checkbox');

/** How to repeat a choice. The value is read now, because hydration resets the control to the prerendered value. */
const repeatChoice = (control: ChoiceControl): (() => void) => {
  if (control instanceof HTMLSelectElement) {
    const { value } = control;
    return () => {
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    };
  }
  const { checked } = control;
  return () => {
    control.checked = !checked;
    control.click();
  };
};

/** Whether the control's value differs from the one in the document. */
const isChanged = (control: ChoiceControl): boolean => {
  if (control instanceof HTMLInputElement) return control.checked !== control.defaultChecked;
  const options = [...control.options];
  // Without a default the browser selects the first option that it can.
  const initial =
    options.findLast((option) => option.defaultSelected) ?? options.find(({ disabled }) => !disabled);
  return control.selectedOptions[0] !== initial;
};

/**
 * Captures clicks on buttons, submits and choices on a prerendered page until React handles events. Links, typed text
 * and the browser's form validation need no script and are left alone.
 * @param onCapture called once for each captured input
 */
const captureInput = (root: HTMLElement, onCapture: () => void): InputReplay => {
  const capturing = new AbortController();
  const repeats: (() => void)[] = [];
  const options = { capture: true, signal: capturing.signal };

  const capture = (event: Event, repeat: () => void): void => {
    event.preventDefault();
    // React listens on the same element.
    event.stopImmediatePropagation();
    repeats.push(repeat);
    onCapture();
  };

  // Choices made before this script ran: browsers without `blocking="render"` show the page earlier.
  for (const control of root.querySelectorAll('select, input')) {
    if (isChoiceControl(control) && isChanged(control)) {
      repeats.push(repeatChoice(control));
      onCapture();
    }
  }

  root.addEventListener(
    'click',
    (event) => {
      if (isChoiceControl(event.target)) event.stopImmediatePropagation();
      const button =
        event.target instanceof Element && event.target.closest<HTMLElement>('button:not([type=submit])');
      if (button) capture(event, () => button.click());
    },
    options,
  );
  root.addEventListener(
    'submit',
    (event) => {
      const { target } = event;
      if (target instanceof HTMLFormElement) capture(event, () => target.requestSubmit());
    },
    options,
  );
  root.addEventListener(
    'input',
    (event) => {
      const { target } = event;
      if (isChoiceControl(target)) capture(event, repeatChoice(target));
    },
    options,
  );
  root.addEventListener(
    'change',
    (event) => {
      if (isChoiceControl(event.target)) event.stopImmediatePropagation();
    },
    options,
  );

  return {
    replay: () => {
      capturing.abort();
      for (const repeat of repeats) repeat();
    },
  };
};

// The only script that every document loads at once; README.md describes the start.

/** Events that precede the use of a page. `storage`: another tab may have logged in or out. */
const useEvents = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'storage'];

/** Modules that the site is built on. They are evaluated in separate tasks, so that input is handled between them. */
const baseModules = [
  () => import('./react-dom.ts'),
  () => import('../theme/styled-system.ts'),
  // With the schemas that most screens share.
  () => import('#shared/school/site-config'),
  () => import('../theme/system.ts'),
  () => import('../../lib/api/config.ts'),
  () => import('../../lib/api/query-client.ts'),
];

/** How many downloads one task starts: each takes a phone about 2 ms. */
const startedAtOnce = 4;

/** Starts the download of all scripts of the page, which are then evaluated one by one. */
const preloadScripts = async (files: readonly string[]): Promise<void> => {
  for (const [index, href] of files.entries()) {
    if (index > 0 && index % startedAtOnce === 0) await wait(0);
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
};

const loadSite = async (): Promise<void> => {
  const { scripts, signedInScripts } = rootElement.dataset;
  await preloadScripts([scripts, signedInScripts].flatMap((files) => files?.split(' ') ?? []));
  await wait(0);
  for (const load of baseModules) {
    await loadChunk<unknown>(load);
    await wait(0);
  }
  const { started } = await loadChunk(() => import('./main.tsx'));
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
  await (onDemand ? used : firstPaint());
  await loadSite();
  input.replay();
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
  if (page === undefined) void loadSite();
  else void startPrerenderedPage(onDemand !== undefined);
};

// browser-check.ts has run by now.
if (document.documentElement.dataset.unsupported === undefined) start();
