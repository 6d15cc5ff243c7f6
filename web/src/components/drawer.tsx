import { type PropsWithChildren, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { focusFirst } from '../lib/browser/focus-first.ts';
import { loadChunk } from '../lib/browser/load-chunk.ts';
import { lazyScreen } from '../lib/pages/lazy-screen.tsx';
import type { DrawerFrameProps } from './dialog-frame.tsx';
import { Box } from './ui/box.tsx';
import type { Look } from './ui/style-props.tsx';

let released: Promise<unknown> = Promise.resolve();

/** Has the frame wait for the end of a press on what it replaces, which would be lost. */
const holdFrame = (): void => {
  const { promise, resolve } = Promise.withResolvers<void>();
  released = promise;
  // The click comes after it.
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => setTimeout(resolve), { once: true });
};

const Frame = lazyScreen<'DrawerFrame', PropsWithChildren<DrawerFrameProps>>(async () => {
  const frame = await loadChunk(() => import('./dialog-frame.tsx'));
  await released;
  return frame;
}, 'DrawerFrame');

export const loadDrawer = (): void => void Frame.preload(window.location);

/** What stands in place of a dialog that is loaded: Escape closes it, and its opener has the focus again when it goes. */
export const useOpening = (onClose: () => void) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const waiting = new AbortController();
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    window.addEventListener('keydown', close, { signal: waiting.signal });
    return () => waiting.abort();
  }, [onClose]);
  // A layout effect: the dialog that comes in its place notes what has the focus.
  useLayoutEffect(() => {
    const { activeElement: opener } = document;
    const { current } = box;
    return () => {
      if (current?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return box;
};

type DrawerProps = Omit<DrawerFrameProps, 'onPress'>;

const looks = {
  backdrop: 'drawer__backdrop',
  positioner: 'drawer__positioner',
  content: 'drawer__content',
} satisfies Record<string, Look>;

/** In place of a drawer that is not there yet, also where a bad network never brings it: its links and buttons, in its look. */
const Opening = ({
  placement,
  onClose,
  onPress,
  children,
}: PropsWithChildren<Pick<DrawerFrameProps, 'placement' | 'onClose' | 'onPress'>>) => {
  const positioner = useOpening(onClose);
  useEffect(() => void focusFirst(positioner.current), [positioner]);
  const look = (slot: keyof typeof looks) => `${looks[slot]} ${looks[slot]}--placement_${placement}`;
  return (
    <>
      <div className={looks.backdrop} />
      <Box ref={positioner} className={look('positioner')} onPointerDown={holdFrame} onClick={onPress}>
        <div className={look('content')} data-state="open">
          {children}
        </div>
      </Box>
    </>
  );
};

/**
 * A drawer of links and buttons, each of which closes it. Its first use loads the machine (23 KB gzip, of dialogs too), which takes
 * a phone 0.2 s to render: what is in it is shown before.
 */
export const Drawer = ({ children, ...drawer }: PropsWithChildren<DrawerProps>) => {
  const { isOpen, placement, onClose } = drawer;
  const hasFrame = useDeferredValue(isOpen);
  const onPress: DrawerFrameProps['onPress'] = ({ target, currentTarget }) => {
    if (target === currentTarget || (target instanceof Element && target.closest('a, button'))) onClose();
  };
  return (
    <>
      {isOpen && !hasFrame && (
        <Opening placement={placement} onClose={onClose} onPress={onPress}>
          {children}
        </Opening>
      )}
      {hasFrame && (
        <Frame.Screen {...drawer} onPress={onPress}>
          {children}
        </Frame.Screen>
      )}
    </>
  );
};
