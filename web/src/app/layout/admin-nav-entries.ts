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

export interface AdminPlace {
  readonly to: AdminPattern;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly about?: string;
  /** The entry is also the current one on these pages. */
  readonly alsoMarks?: readonly AdminPattern[];
}

export const adminGroups: readonly { readonly name: string; readonly places: readonly AdminPlace[] }[] = [
  {
    name: 'Today',
    places: [
      { to: paths.admin, label: 'Dashboard', icon: House },
      {
        to: paths.adminClasses,
        label: 'Classes',
        icon: CalendarDays,
        alsoMarks: [pathPatterns.adminClass],
      },
      { to: paths.adminBookings, label: 'Bookings', icon: Ticket },
    ],
  },
  {
    name: 'People',
    places: [
      { to: paths.adminUsers, label: 'Parents', icon: UsersRound, alsoMarks: [pathPatterns.adminParent] },
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
    places: [
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
    places: [
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

export const adminPlaces: readonly AdminPlace[] = adminGroups.flatMap(({ places }) => places);

/** The other entries are behind the bar's button "More". */
export const barPlaces = 4;

export const isCurrentPlace = ({ to, alsoMarks = [] }: AdminPlace, pathname: string): boolean =>
  [to, ...alsoMarks].some((page) => matchPath(page, pathname));
