import { healthText } from '#shared/domain/children/health';
import { marksInOrder } from '#shared/domain/registers/marks';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { listBookingsOfParent, type StoredBooking } from '../data/bookings/bookings.ts';
import { getCoach } from '../data/coaches/coaches.ts';
import { getFamily } from '../data/families/families.ts';
import { describeBooking } from '../data/joins/booking-details.ts';
import { readCardViews } from '../data/joins/card-views.ts';
import { readEndedBookings } from '../data/joins/ended-bookings.ts';
import { readMyBookings } from '../data/joins/my-bookings.ts';
import { describeEntries } from '../data/joins/statement.ts';
import { listLedgerEntries } from '../data/ledger/entries.ts';
import { listEntryNotes } from '../data/ledger/entry-notes.ts';
import { getFamilyLedger } from '../data/ledger/family-ledger.ts';
import { readFamilyMarks } from '../data/registers/family-marks.ts';
import { type MarkedPlace, oldestRegister } from '../data/registers/registers.ts';
import { listWaitingOfFamily } from '../data/waiting/waiting-entries.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** What is stored of a booking besides what the site shows, as JSON has it. */
const asStored = ({
  credited,
  credited_dates,
  kept_until,
  program_price,
  moved_from,
  upgraded_from,
}: StoredBooking) => ({
  ...{ credited, credited_dates: [...credited_dates].toSorted() },
  ...{ kept_until, program_price, moved_from, upgraded_from },
});

const exportedMarks = ({ slot_id, date, child_id, marks }: MarkedPlace) =>
  marksInOrder(marks).map(({ attendance, at, received_at, reason }) => ({
    ...{ slot_id, date, child_id },
    ...{ attendance, at, received_at, reason },
  }));

/**
 * All personal data that is stored about the caller's family. Hashes of secrets and counters of requests are left out.
 * @throws ProblemError profileNotFound
 */
export const exportMyData: Operation<'exportMyData', TimedDeps> = async (
  { caller },
  { table, clock, timeZone },
) => {
  const [family, account, bookings, ended, entries, notes, waiting, coach] = await Promise.all([
    getFamily(table, caller.userId),
    getFamilyLedger(table, caller.userId),
    listBookingsOfParent(table, caller.userId),
    readEndedBookings(table, caller.userId),
    listLedgerEntries(table, caller.userId),
    listEntryNotes(table, caller.userId),
    listWaitingOfFamily(table, caller.userId),
    getCoach(table, caller.userId),
  ]);
  if (!family) throw problem('profileNotFound');
  const { profile, children } = family;
  const today = toCalendarDate(clock(), timeZone);
  const [live, marked, views] = await Promise.all([
    readMyBookings(table, bookings),
    readFamilyMarks(table, [...bookings, ...ended]),
    readCardViews(table, caller.userId, children, [...bookings, ...ended], today),
  ]);
  return {
    profile,
    children: children.map((child) => ({ ...child, health: healthText(child) })),
    card_views: views,
    child_names: [...profile.child_names].toSorted(),
    email_problem: profile.email_problem,
    role: profile.role,
    role_changed_at: profile.role_changed_at ?? null,
    coach_since: coach?.changed_at ?? null,
    first_login_at: profile.first_login_at ?? null,
    password_set_at: profile.password_set_at ?? null,
    charged: account?.charged ?? 0,
    credited: account?.credited ?? 0,
    waived: account?.waived ?? 0,
    received: account?.received ?? 0,
    reference: account?.reference ?? null,
    second_reference: account?.second_reference ?? null,
    open_since: account?.open_since ?? null,
    reminded_at: account?.reminded_at ?? null,
    do_not_remind: account?.do_not_remind ?? false,
    entries: describeEntries(entries, notes),
    bookings: live.map(({ booking, parent, slot, cls }) => ({
      ...describeBooking(booking, { parent, time_slot: slot, class: cls }),
      ...asStored(booking),
      not_coming: [...(booking.not_coming ?? [])].toSorted(),
    })),
    ended_bookings: ended.map((record) => ({ ...record, ...asStored(record) })),
    register_marks: marked.filter(({ date }) => date >= oldestRegister(today)).flatMap(exportedMarks),
    waiting: [...waiting.entries],
    offers: [...waiting.endedOffers],
    kept_places: waiting.renewals.map(({ parent_id: _, ...kept }) => kept),
    exported_at: instantOf(clock()),
  };
};
