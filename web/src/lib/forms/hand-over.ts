import { loadChunk } from '../browser/load-chunk.ts';
import { tryStorage } from '../browser/try-storage.ts';

// Typed text survives a reload to a new version (REL-03).

/** Texts can be personal data: session storage has them only during the reload. */
const storageKey = 'hand-over';

const typed = new WeakSet<EventTarget>();
const drafts = new Map<string, () => Readonly<Record<string, unknown>>>();
const loadCarrier = async () =>
  (await loadChunk(() => import('./typed-text-carrier.ts'))).createCarrier({ storageKey, typed, drafts });
/** This is loaded with the first text, since it cannot be loaded after a deployment. */
let carrier: ReturnType<typeof loadCarrier> | undefined;
let loaded: Awaited<ReturnType<typeof loadCarrier>> | undefined;
const prepare = async (): Promise<void> => {
  carrier ??= loadCarrier();
  loaded = await carrier;
};

const noteTyped = ({ target }: Event): void => {
  if (!target) return;
  typed.add(target);
  void prepare();
};
// This listens from the first script on, so that early text survives as well. While prerendering there is no document.
if (typeof document !== 'undefined') document.addEventListener('input', noteTyped, { capture: true });

export const handOverDrafts = (kind: string, read: () => Readonly<Record<string, unknown>>): void =>
  void drafts.set(kind, read);

/** The first look into session storage takes a phone some milliseconds, and only a reload leaves texts there. */
const wasReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((visit) => Reflect.get(visit, 'type') === 'reload');

/** Must run before forms are rendered, which ask for their drafts. */
export const readHandOver = async (): Promise<void> => {
  if (wasReloaded() && tryStorage(() => sessionStorage.getItem(storageKey))) await prepare();
};

/** Returns the draft from before the reload once. */
export const takeDraft = (kind: string, key: string): unknown => loaded?.takeDraft(kind, key);

export const enterAgain = (): void => loaded?.enterAgain();

/** While the page reloads with its texts, nothing is lost. */
export const isHandingOver = (): boolean => loaded?.isReloading() === true;

/** Reloads the page and restores its texts. */
export const reloadWithText = (): void => {
  loaded?.store();
  window.location.reload();
};
