import type { Route } from './route.ts';

/** Nobody keeps the answer: neither the browser nor anything on the way. */
export const notKept = 'no-store';

/**
 * Says in which state of things its sender last took part: made up anew by every change from a browser. Answers that
 * are shared are shared between those who send the same, so nobody is answered with what was before a change of theirs.
 */
export const ownChangeHeader = 'x-own-change';

/** What a function says about keeping an answer of a route. A browser never sees it: the distribution replaces it. */
export const cacheControlOf = ({ sharedFor }: Route): string =>
  sharedFor
    ? `public, max-age=0, s-maxage=${sharedFor.seconds}, stale-while-revalidate=${sharedFor.staleSeconds}`
    : notKept;

/** Longest time for which any answer is shared, in seconds: after this, every answer shows what was changed before. */
export const longestShared = ({ sharedFor }: Route): number =>
  sharedFor ? sharedFor.seconds + sharedFor.staleSeconds : 0;
