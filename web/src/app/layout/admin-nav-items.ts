import {
  CalendarDays,
  ClipboardCheck,
  History,
  House,
  type LucideIcon,
  Mail,
  MapPinned,
  Megaphone,
  ShieldCheck,
  SlidersHorizontal,
  Ticket,
  UsersRound,
  Wallet,
} from 'lucide-react';
import { matchPath } from 'react-router-dom';
import { pathPatterns, paths } from '#shared/paths';
import type { AdminPattern } from './workspace.ts';

export interface AdminNavItem {
  readonly to: AdminPattern;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly about?: string;
  /** The item is also the current one on these pages. */
  readonly alsoCurrentOn?: readonly AdminPattern[];
}

export const adminGroups: readonly { readonly name: string; readonly items: readonly AdminNavItem[] }[] = [
  {
    name: 'Today',
    items: [
      { to: paths.admin, label: 'Dashboard', icon: House },
      {
        to: paths.adminClasses,
        label: 'Classes',
        icon: CalendarDays,
        alsoCurrentOn: [pathPatterns.adminClass],
      },
      { to: paths.adminBookings, label: 'Bookings', icon: Ticket },
    ],
  },
  {
    name: 'People',
    items: [
      { to: paths.adminUsers, label: 'Parents', icon: UsersRound, alsoCurrentOn: [pathPatterns.adminParent] },
      { to: paths.adminMessages, label: 'Messages', icon: Megaphone },
      { to: paths.adminNewsletter, label: 'Newsletter', icon: Mail },
      {
        to: paths.adminCoaches,
        label: 'Coaches',
        icon: ClipboardCheck,
        about: 'Who coaches which sessions',
      },
      { to: paths.adminAdmins, label: 'Admins', icon: ShieldCheck },
    ],
  },
  {
    name: 'Money',
    items: [
      {
        to: paths.adminPayments,
        label: 'Payments',
        icon: Wallet,
        about: 'Open balances, reminders, bank files',
      },
    ],
  },
  {
    name: 'School',
    items: [
      { to: paths.adminVenues, label: 'Venues', icon: MapPinned, about: 'Addresses, maps, directions' },
      {
        to: paths.adminSettings,
        label: 'Settings',
        icon: SlidersHorizontal,
        about: 'Payment instructions, payment link, due dates, discounts',
      },
      { to: paths.adminActivity, label: 'Activity', icon: History },
    ],
  },
];

export const adminNavItems: readonly AdminNavItem[] = adminGroups.flatMap(({ items }) => items);

/** The other items are behind the bar's button "More". */
export const barItems = 4;

export const isCurrentItem = ({ to, alsoCurrentOn = [] }: AdminNavItem, pathname: string): boolean =>
  [to, ...alsoCurrentOn].some((page) => matchPath(page, pathname));
