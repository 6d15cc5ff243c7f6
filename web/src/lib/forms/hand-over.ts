import { loadChunk } from '../browser/load-chunk.ts';
import { tryStorage } from '../browser/try-storage.ts';

// What was typed is carried through a reload to a new version (REL-03).

/** Session storage has what was typed for the time of the reload only: it may have personal data. */
const storageKey = 'hand-over';

const typed = new WeakSet<EventTarget>();
const drafts = new Map<string, () => Readonly<Record<string, unknown>>>();
const loadCarrier = async () =>
  (await loadChunk(() => import('./typed-text-carrier.ts'))).createCarrier({ storageKey, typed, drafts });
/** Loaded with the first text: after a deployment it cannot be. */
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
// From the first script on: what was typed before is entered again then. There is no document while prerendering.
if (typeof document !== 'undefined') document.addEventListener('input', noteTyped, { capture: true });

/** Adds a kind of draft to what is carried. */
export const handOverDrafts = (kind: string, read: () => Readonly<Record<string, unknown>>): void =>
  void drafts.set(kind, read);

/** Reads what was typed before the reload. To be called before forms are rendered, which ask for their drafts. */
export const readHandOver = async (): Promise<void> => {
  if (tryStorage(() => sessionStorage.getItem(storageKey))) await prepare();
};

/** A draft from before the reload, once. */
export const takeDraft = (kind: string, key: string): unknown => loaded?.takeDraft(kind, key);

/** Enters what was typed before the reload into the fields of the page. */
export const enterAgain = (): void => loaded?.enterAgain();

/** Whether the page is being reloaded with what was typed: nothing is lost. */
export const isHandingOver = (): boolean => loaded?.isReloading() === true;

/** Loads the page again, and enters there what was typed here. */
export const reloadWithText = (): void => {
  loaded?.store();
  window.location.reload();
};
