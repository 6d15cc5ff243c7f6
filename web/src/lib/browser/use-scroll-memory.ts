import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Scroll positions by history entry, for as long as the page is open. */
const positions = new Map<string, number>();

/** How long a page may grow until its old position is given up. */
const growingMs = 3_000;

/**
 * Returns to the old scroll position after Back and Forward. The browser itself tries this before the screen is
 * rendered, when the page is still short.
 */
export const useScrollMemory = (): void => {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  // A layout effect, so that it ends before the browser moves the position on the next, shorter screen.
  useLayoutEffect(() => {
    const target = isReturn ? positions.get(key) : undefined;
    const left = new AbortController();
    const stop = { passive: true, once: true, signal: left.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => positions.set(key, window.scrollY);
    const remember = () => window.addEventListener('scroll', note, { passive: true, signal: left.signal });
    if (target === undefined) remember();
    else {
      const growth = new ResizeObserver(() => {
        window.scrollTo({ top: target, behavior: 'instant' });
        if (Math.abs(window.scrollY - target) <= 1) end();
      });
      const end = () => {
        growth.disconnect();
        remember();
      };
      growth.observe(document.documentElement);
      for (const input of ['wheel', 'touchstart', 'keydown']) window.addEventListener(input, end, stop);
      timer = setTimeout(end, growingMs);
      left.signal.addEventListener('abort', () => growth.disconnect());
    }
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [key, isReturn]);
};
