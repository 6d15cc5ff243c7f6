import { tooltipAttribute } from './tooltip-attribute.ts';

/** How long the pointer rests on an element before its tooltip opens (NTF-11). */
const openDelayMs = 700;
/** Within this time after a tooltip closed, the next one opens at once (NTF-12). */
const skipDelayMs = 300;

const triggerAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(`[${tooltipAttribute}]`) : null;

const isBubble = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=tooltip]') !== null;

/**
 * Follows pointer, focus and keys on the whole page, so that a table of hundreds of buttons costs no more than one.
 * @param show called with the element whose tooltip opens, and with null when it closes
 * @returns the way to stop
 */
export const watchTriggers = (show: (trigger: HTMLElement | null) => void): (() => void) => {
  const watching = new AbortController();
  const options = { signal: watching.signal, passive: true, capture: true };
  let open: HTMLElement | null = null;
  let pointed: HTMLElement | null = null;
  let closedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const openFor = (trigger: HTMLElement): void => {
    clearTimeout(timer);
    open = trigger;
    show(trigger);
  };
  const close = (): void => {
    clearTimeout(timer);
    if (!open) return;
    open = null;
    closedAt = performance.now();
    show(null);
  };
  const point = (trigger: HTMLElement | null): void => {
    pointed = trigger;
    if (trigger === open) return;
    close();
    if (!trigger) return;
    if (performance.now() - closedAt < skipDelayMs) openFor(trigger);
    else timer = setTimeout(openFor, openDelayMs, trigger);
  };

  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      // A finger does not hover. On the bubble the pointer may rest, to read it (WCAG 1.4.13).
      if (pointerType === 'touch' || isBubble(target)) return;
      const trigger = triggerAt(target);
      if (trigger !== pointed) point(trigger);
    },
    options,
  );
  document.documentElement.addEventListener('pointerleave', () => point(null), { signal: watching.signal });
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const trigger = triggerAt(target);
      if (trigger?.matches(':focus-visible')) openFor(trigger);
    },
    options,
  );
  for (const type of ['focusout', 'pointerdown']) document.addEventListener(type, close, options);
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), options);

  return () => {
    watching.abort();
    close();
  };
};
