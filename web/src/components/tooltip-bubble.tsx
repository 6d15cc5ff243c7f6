import { Portal } from '@chakra-ui/react/portal';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { Tooltip } from '@chakra-ui/react/tooltip';
import { useEffect, useState } from 'react';
import { system } from '../app/theme/system.ts';
import { tooltipAttribute } from './tooltips.tsx';

/** Hover time before a tooltip opens (NTF-11). */
const openDelayMs = 700;
/** Within this time after a tooltip closed, the next one opens at once (NTF-12). */
const skipDelayMs = 300;

const triggers = `[${tooltipAttribute}]`;

const triggerAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(triggers) : null;

const isTooltip = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-scope=tooltip]') !== null;

/**
 * Listens on the document, so that the cost does not grow with the number of tooltips. Chakra's tooltip needs triggers
 * of its own, and cannot open the next one at once.
 * @param show called with the trigger, or with null to close the tooltip
 * @returns a function that stops listening
 */
const watchTriggers = (show: (trigger: HTMLElement | null) => void): (() => void) => {
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

  // The pointer or the focus may have reached a trigger while this chunk was loading.
  const focused = document.querySelector<HTMLElement>(`${triggers}:focus-visible`);
  if (focused) openFor(focused);
  else hover(document.querySelector<HTMLElement>(`${triggers}:hover`));

  return () => {
    watching.abort();
    close();
  };
};

interface Opening {
  readonly trigger: HTMLElement | null;
  readonly count: number;
}

/** The only tooltip of the page: after a delay on hover, at once on keyboard focus. page-tooltip.tsx loads its chunk. */
export const TooltipBubble = () => {
  const [{ trigger, count }, setOpening] = useState<Opening>({ trigger: null, count: 0 });
  useEffect(
    () => watchTriggers((next) => setOpening((last) => ({ trigger: next, count: last.count + 1 }))),
    [],
  );
  if (!trigger) return null;
  return (
    <ChakraProvider value={system}>
      <Tooltip.Root
        // An open tooltip would stay at its first trigger.
        key={count}
        open
        closeOnEscape={false}
        closeOnScroll={false}
        positioning={{ placement: 'top', strategy: 'fixed', gutter: 0, getAnchorElement: () => trigger }}
      >
        {/* An open dialog hides all that was beside it when it opened, from screen readers. */}
        <Portal>
          <Tooltip.Positioner>
            {/* Chakra's would let the pointer through, or close when the pointer leaves it for the trigger. */}
            <Tooltip.Content style={{ pointerEvents: 'auto' }}>
              {trigger.getAttribute(tooltipAttribute)}
            </Tooltip.Content>
          </Tooltip.Positioner>
        </Portal>
      </Tooltip.Root>
    </ChakraProvider>
  );
};
