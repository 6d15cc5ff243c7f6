import { startTransition, useOptimistic } from 'react';

// This is not in page.ts, because every visit loads that file.

/** The path of a pressed link until its page is shown, else null: a transition renders the page, and paints nothing before. */
export const useAskedPath = (): readonly [asked: string | null, note: (path: string) => void] => {
  const [asked, note] = useOptimistic<string | null>(null);
  return [asked, (path) => startTransition(() => note(path))];
};
