import type { Route } from './route.ts';

/** Cache-Control: neither the browser nor a cache in between stores the answer. */
export const notKept = 'no-store';

/** Cache-Control of a file for one caller: kept by the client alone, and asked for again at each use. */
export const keptByClient = 'private, no-cache';

/**
 * Request header with the id of the browser's last change. It is part of the cache key of shared answers, so that a
 * browser never gets an answer from before its own change (read your own writes).
 */
export const ownChangeHeader = 'x-own-change';

/**
 * Header of every answer with the server's instant by the clocks of the business (RFC 3339). A device's clock may be wrong
 * (BOK-51), and the rules of a time zone take a browser long to load (docs/performance.md).
 */
export const serverNowHeader = 'x-server-now';

/**
 * Header of every answer with the instants of the last year at which the clocks of the business were changed, after the
 * first instant of the year: each by the clocks from then on (RFC 3339), with a blank between them.
 */
export const offsetStartsHeader = 'x-offset-starts';

/**
 * The Cache-Control header that a function sends with an answer; the distribution replaces it for browsers, but for
 * files.
 */
export const cacheControlOf = ({ sharedFor, file }: Route): string => {
  if (file) return keptByClient;
  return sharedFor
    ? `public, max-age=0, s-maxage=${sharedFor.seconds}, stale-while-revalidate=${sharedFor.staleSeconds}`
    : notKept;
};

/** Longest age of a shared answer of a route, in seconds. */
export const longestShared = ({ sharedFor }: Route): number =>
  sharedFor ? sharedFor.seconds + sharedFor.staleSeconds : 0;
