import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '../lib/browser/load-chunk.ts';
import { atFirstUse } from '../lib/pages/lazy-screen.tsx';

const isTouch = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch';

/** Loads the tooltip (15 KB gzip, and 9 that dialogs share) at the first use of a mouse, a pen or a key: touch has no hover. */
export const PageTooltip = () => {
  const [Bubble, setBubble] = useState<ComponentType>();
  useEffect(() => {
    const load = async () => {
      const { TooltipBubble } = await loadChunk(() => import('./tooltip-bubble.tsx'));
      setBubble(() => TooltipBubble);
    };
    return atFirstUse(
      () => void load(),
      (event) => !isTouch(event),
    );
  }, []);
  return Bubble && <Bubble />;
};
