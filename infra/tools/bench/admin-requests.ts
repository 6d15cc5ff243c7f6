import type { RouteName } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import type { Load } from '../load/make-load.ts';
import { most } from './statistics.ts';

/** A request of the admin area. */
export interface AdminRequest {
  readonly name: string;
  readonly route: RouteName;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** The screen that sends this request first, and the selector of its first row. */
  readonly screen?: { readonly path: string; readonly firstRow: string };
}

const firstTableRow = 'main tbody tr';
const search = (route: RouteName, name: string, query: string): AdminRequest => ({
  name: `search: ${name}`,
  route,
  body: { query },
});

/** Every screen of the admin area, and searches with few, many and no results. */
export const adminRequests = ({ classes, families, bookings }: Load): readonly AdminRequest[] => {
  const cls = most(classes, ({ time_slots }) =>
    Math.max(0, ...time_slots.map((slot) => slot.current_bookings)),
  );
  const slot = most(cls.time_slots, ({ current_bookings }) => current_bookings);
  const counts = Map.groupBy(bookings, ({ parent_id }) => parent_id);
  const { profile } = most(families, ({ profile: { id } }) => counts.get(id)?.length ?? 0);
  return [
    {
      name: 'dashboard',
      route: 'getDashboard',
      screen: { path: paths.admin, firstRow: `main a[href^="${paths.adminClasses}/"]` },
    },
    {
      name: 'classes',
      route: 'listManagedClasses',
      screen: { path: paths.adminClasses, firstRow: 'main article' },
    },
    {
      name: `class, fullest slot (${slot.current_bookings} bookings)`,
      route: 'getRoster',
      params: { classId: cls.id },
      query: { slot: slot.id },
      screen: { path: paths.adminSlot(cls.id, slot.id), firstRow: firstTableRow },
    },
    {
      name: 'bookings, first page',
      route: 'searchBookings',
      body: {},
      screen: { path: paths.adminBookings, firstRow: firstTableRow },
    },
    {
      name: 'parents, first page',
      route: 'searchParents',
      body: {},
      screen: { path: paths.adminUsers, firstRow: firstTableRow },
    },
    {
      name: `parent with most bookings (${counts.get(profile.id)?.length ?? 0})`,
      route: 'getParent',
      params: { parentId: profile.id },
      screen: { path: paths.adminParent(profile.id), firstRow: firstTableRow },
    },
    { name: 'figures of the accounts', route: 'getMoneyFigures' },
    {
      name: 'open balances, first page',
      route: 'searchOpenBalances',
      body: {},
      screen: { path: paths.adminPayments, firstRow: firstTableRow },
    },
    {
      name: 'account of the parent with most bookings',
      route: 'getParentLedger',
      params: { parentId: profile.id },
    },
    {
      name: 'administrators',
      route: 'listAdmins',
      screen: { path: paths.adminAdmins, firstRow: firstTableRow },
    },
    {
      name: 'activity',
      route: 'listActivity',
      screen: { path: paths.adminActivity, firstRow: firstTableRow },
    },
    search('searchEverything', 'anything, one family by its email', profile.email),
    search('searchEverything', 'anything, a child’s name that many have', 'leo'),
    search('searchEverything', 'anything, two letters', 'an'),
    search('searchEverything', 'anything, nothing', 'no such name'),
    search('searchParents', 'one parent among the parents', profile.email),
    search('searchOpenBalances', 'one parent among the open balances', profile.email),
    search('searchBookings', 'bookings of one parent', profile.email),
    search('searchBookings', 'bookings at one venue', cls.venue),
    search('searchBookings', 'bookings of a child’s name that many have', 'leo'),
    search('searchBookings', 'nothing', 'no such name'),
  ];
};
