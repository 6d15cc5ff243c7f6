import type { RouteName } from '#shared/contract/routes';

/** Reads that count how often they are accepted. */
export const countedReads: ReadonlySet<RouteName> = new Set(['getCalendarFeed']);
