import { startTransition, useOptimistic } from 'react';

// This is not in page.ts, because every visit loads that file.

/**
 * The path of a pressed link until its page is shown, else null. The page is rendered in a transition, during which
 * nothing else is painted; so the link notes its path itself.
 */
export const useAskedPath = (): readonly [asked: string | null, note: (path: string) => void] => {
  const [asked, note] = useOptimistic<string | null>(null);
  return [asked, (path) => startTransition(() => note(path))];
};
