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

/** An entry of the admin area's navigation. */
export interface AdminPlace {
  readonly to: AdminPattern;
  readonly label: string;
  readonly icon: LucideIcon;
  /** What is there, for the search. */
  readonly about?: string;
  /** Further pages for which this entry is the current one. */
  readonly alsoMarks?: readonly AdminPattern[];
}

/** The places of the admin area in their groups, in the order of its navigation (ADM-01, DAY-03). */
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

/** All places, in the same order. */
export const adminPlaces: readonly AdminPlace[] = adminGroups.flatMap(({ places }) => places);

/** How many places the bottom bar of a phone shows; the others are behind its button "More". */
export const barPlaces = 4;

/** Whether a place is the current one at a path. */
export const isCurrentPlace = ({ to, alsoMarks = [] }: AdminPlace, pathname: string): boolean =>
  [to, ...alsoMarks].some((page) => matchPath(page, pathname));
