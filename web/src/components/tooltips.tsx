import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { tooltipAttribute } from './tooltip-attribute.ts';
import { watchTriggers } from './tooltip-triggers.ts';

/** Shows the tooltips of what has the attribute for one: after a while under the pointer, at once with the focus. */
export const Tooltips = () => {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  useEffect(() => watchTriggers(setTrigger), []);
  return trigger && <Bubble key={trigger.getAttribute(tooltipAttribute)} trigger={trigger} />;
};

/** Room that is left at the sides of the screen. */
const sidePx = 8;

/** Over the middle of the trigger, or under it where there is no room; always whole on the screen. */
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
    // The browser's top layer: nothing covers it, and it cannot make the page any wider.
    element.showPopover();
    const place = () => placeBubble(element, trigger);
    place();
    // Whatever scrolls: the page may move to bring what has the focus into sight.
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

/** Its padding is the gap to the trigger, so that the pointer can cross it. */
const Layer = chakra('div', {
  base: { position: 'fixed', inset: 'auto', m: '0', py: '1.5', bg: 'transparent', border: 'none' },
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
