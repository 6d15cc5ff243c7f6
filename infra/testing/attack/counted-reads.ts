import type { RouteName } from '#shared/contract/routes';

/** Reads that count how often they are accepted, or record who reads the cards of children (SEE-01). */
export const countedReads: ReadonlySet<RouteName> = new Set([
  'getCalendarFeed',
  'getRoster',
  'getParent',
  'getRegister',
]);

/** Routes whose refused requests are counted too: each of them is an attempt. */
export const countedRefusals: ReadonlySet<RouteName> = new Set(['recoverSecondFactor']);
