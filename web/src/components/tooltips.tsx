import { chakra } from '@chakra-ui/react/styled-system';
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './controls.tsx';

/** An element with this attribute has a tooltip; the value is its text. */
export const tooltipAttribute = 'data-tooltip';

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

  return () => {
    watching.abort();
    close();
  };
};

/** Renders the tooltip of elements with `tooltipAttribute`: after a delay on hover, at once on keyboard focus. */
export const Tooltips = () => {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  useEffect(() => watchTriggers(setTrigger), []);
  if (!trigger) return null;
  // An open dialog hides all that was beside it when it opened, from screen readers.
  return createPortal(
    <Bubble key={trigger.getAttribute(tooltipAttribute)} trigger={trigger} />,
    document.body,
  );
};

/** Minimum distance from the sides of the window. */
const sidePx = 8;

/** Centred above the trigger, or below it without room above; always inside of the window. */
const placeBubble = (bubble: HTMLElement, trigger: HTMLElement): void => {
  const at = trigger.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const centred = at.left + at.width / 2 - width / 2;
  const rightmost = document.documentElement.clientWidth - width - sidePx;
  bubble.style.left = `${Math.max(sidePx, Math.min(centred, rightmost))}px`;
  bubble.style.top = `${at.top >= height ? at.top - height : at.bottom}px`;
};

const Bubble = ({ trigger }: { readonly trigger: HTMLElement }) => {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    // A popover is in the top layer: nothing covers it, and it does not widen the page. Browsers without popovers show
    // the element where its styles place it.
    if ('showPopover' in element) element.showPopover();
    const place = () => placeBubble(element, trigger);
    place();
    // Any scroll, for example when the focused element is scrolled into view.
    const moving = new AbortController();
    document.addEventListener('scroll', place, { capture: true, passive: true, signal: moving.signal });
    return () => moving.abort();
  }, [trigger]);
  return (
    <Layer ref={bubble} role="tooltip" popover="manual">
      <Box>{trigger.getAttribute(tooltipAttribute)}</Box>
    </Layer>
  );
};

/** The padding is the gap to the trigger; the pointer can cross it without leaving the tooltip. */
const Layer = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    zIndex: 'skip',
    m: '0',
    py: '1.5',
    bg: 'transparent',
    border: 'none',
    // While a dialog is open the page has none.
    pointerEvents: 'auto',
  },
});

const Box = chakra('div', {
  base: {
    maxWidth: 'min(20rem, calc(100vw - 1rem))',
    px: '3',
    py: '1.5',
    borderRadius: 'sm',
    bg: 'fg',
    color: 'bg',
    fontSize: 'sm',
    fontWeight: 'medium',
    lineHeight: 'heading',
    overflowWrap: 'anywhere',
  },
});

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'disabled'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Why it is disabled. It stays focusable, so that screen readers and the tooltip can say why. */
  readonly blockedBy?: string | undefined;
}

/** A button with only an icon, and a tooltip. */
export const IconButton = ({ label, blockedBy, onClick, ...button }: IconButtonProps) => (
  <Button
    type="button"
    variant="ghost"
    size="compact"
    aria-label={label}
    aria-disabled={blockedBy === undefined ? undefined : true}
    aria-description={blockedBy}
    onClick={blockedBy === undefined ? onClick : undefined}
    {...{ [tooltipAttribute]: blockedBy ?? label }}
    {...button}
  />
);

/** One whose place differs by Chakra's style props. */
export const StyledIconButton = chakra(IconButton, {}, { forwardProps: ['label', 'variant', 'size'] });
