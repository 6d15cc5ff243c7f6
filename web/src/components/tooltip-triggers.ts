import { tooltipAttribute } from './tooltip-attribute.ts';

/** Hover time before a tooltip opens (NTF-11). */
const openDelayMs = 700;
/** Within this time after a tooltip closed, the next one opens at once (NTF-12). */
const skipDelayMs = 300;

const triggerAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(`[${tooltipAttribute}]`) : null;

const isTooltip = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=tooltip]') !== null;

/**
 * Listens on the document, so that the cost does not grow with the number of tooltips.
 * @param show called with the element whose tooltip opens, and with null when it closes
 * @returns a function that stops listening
 */
export const watchTriggers = (show: (trigger: HTMLElement | null) => void): (() => void) => {
  const watching = new AbortController();
  const options = { signal: watching.signal, passive: true, capture: true };
  let open: HTMLElement | null = null;
  let hovered: HTMLElement | null = null;
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
  const hover = (trigger: HTMLElement | null): void => {
    hovered = trigger;
    if (trigger === open) return;
    close();
    if (!trigger) return;
    if (performance.now() - closedAt < skipDelayMs) openFor(trigger);
    else timer = setTimeout(openFor, openDelayMs, trigger);
  };

  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      // Touch has no hover. The tooltip stays open under the pointer (WCAG 1.4.13).
      if (pointerType === 'touch' || isTooltip(target)) return;
      const trigger = triggerAt(target);
      if (trigger !== hovered) hover(trigger);
    },
    options,
  );
  document.documentElement.addEventListener('pointerleave', () => hover(null), { signal: watching.signal });
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
