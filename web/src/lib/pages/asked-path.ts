import { startTransition, useOptimistic } from 'react';

// Apart from page.ts, which every visit loads.

/**
 * The path that a link asks for, from its press until the page is shown; null without one. Its page is rendered in a transition,
 * before which nothing else would be painted. A link notes its path when it is pressed.
 */
export const useAskedPath = (): readonly [asked: string | null, note: (path: string) => void] => {
  const [asked, note] = useOptimistic<string | null>(null);
  return [asked, (path) => startTransition(() => note(path))];
};
