import type { RouteName } from '#shared/contract/routes';

/** Reads that count how often they are accepted, or record who reads the cards of children (SEE-01). */
export const countedReads: ReadonlySet<RouteName> = new Set([
  'getCalendarFeed',
  'getRoster',
  'getParent',
  'getRegister',
]);
