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

/** The places of the admin area, in the order of its navigation (ADM-01). */
export const adminPlaces: readonly AdminPlace[] = [
  { to: paths.admin, label: 'Dashboard', icon: House },
  { to: paths.adminClasses, label: 'Classes', icon: CalendarDays, alsoMarks: [pathPatterns.adminClass] },
  { to: paths.adminBookings, label: 'Bookings', icon: Ticket },
  { to: paths.adminUsers, label: 'Parents', icon: UsersRound, alsoMarks: [pathPatterns.adminParent] },
  { to: paths.adminPayments, label: 'Payments', icon: Wallet, about: 'Open balances, reminders, bank files' },
  { to: paths.adminMessages, label: 'Messages', icon: Megaphone },
  { to: paths.adminVenues, label: 'Venues', icon: MapPinned, about: 'Addresses, maps, directions' },
  {
    to: paths.adminCoaches,
    label: 'Coaches',
    icon: ClipboardCheck,
    about: 'Who coaches which sessions',
  },
  { to: paths.adminAdmins, label: 'Admins', icon: ShieldCheck },
  { to: paths.adminNewsletter, label: 'Newsletter', icon: Mail },
  {
    to: paths.adminSettings,
    label: 'Settings',
    icon: SlidersHorizontal,
    about: 'Payment instructions, payment link, due dates, discounts',
  },
  { to: paths.adminActivity, label: 'Activity', icon: History },
];

/** How many places the bottom bar of a phone shows; the others are behind its button "More". */
export const barPlaces = 4;

/** Whether a place is the current one at a path. */
export const isCurrentPlace = ({ to, alsoMarks = [] }: AdminPlace, pathname: string): boolean =>
  [to, ...alsoMarks].some((page) => matchPath(page, pathname));
