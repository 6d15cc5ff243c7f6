import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { tooltipAttribute } from './tooltip-attribute.ts';
import { watchTriggers } from './tooltip-triggers.ts';

/** Renders the tooltip of elements with `tooltipAttribute`: after a delay on hover, at once on keyboard focus. */
export const Tooltips = () => {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  useEffect(() => watchTriggers(setTrigger), []);
  return trigger && <Bubble key={trigger.getAttribute(tooltipAttribute)} trigger={trigger} />;
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
