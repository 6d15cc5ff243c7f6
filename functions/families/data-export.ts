import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { Child, FamilyRole } from '#shared/families/family';
import { type FamilyExport, familyExportSchema } from '#shared/families/family-export';
import { healthText } from '#shared/families/health';
import { toCalendarDate } from '#shared/lib/business-time';
import { dayMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { marksInOrder } from '#shared/registers/marks';
import { getCoach } from '../accounts/coaches.ts';
import { getActiveProfile, readProfileNames, type StoredProfile } from '../accounts/profiles.ts';
import { notComingBy } from '../booking/booking-changes.ts';
import { describeBooking, readMyBookings, seenBy } from '../booking/booking-details.ts';
import { listBookingsOfParent, type StoredBooking } from '../booking/bookings.ts';
import type { StoredEndedBooking } from '../booking/ended-bookings.ts';
import { listEntryNotes, listLedgerEntries } from '../ledger/entries.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { describeEntries, readEndedBookings } from '../ledger/statement.ts';
import { putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { formerFamilyKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { Actor } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { formerFamilyDays } from '../limits.ts';
import { readFamilyMarks } from '../registers/marks-of-family.ts';
import { type MarkedPlace, oldestRegister } from '../registers/registers.ts';
import { auditEventPut } from '../school/activity.ts';
import type { StoredOffer } from '../waiting/offers.ts';
import { listWaitingOfFamily } from '../waiting/waiting-entries.ts';
import { type Member, readMembers } from './adults.ts';
import { readCardViews } from './cards.ts';
import { getFamily } from './families.ts';
import { listDeeds, waitingCards } from './imports.ts';
import { listNotes } from './notes.ts';

interface ShownMember {
  readonly full_name: string;
  readonly family_role: FamilyRole;
  readonly is_caller: boolean;
}

/** The adults of a family as one of them sees them: what else the other one entered is not shown (ADT-01). */
export const membersSeenBy = (userId: UserId, members: readonly Member[]): ShownMember[] =>
  members.map(({ profile: { id, full_name }, family_role }) => ({
    full_name,
    family_role,
    is_caller: id === userId,
  }));

/** The ids of accounts that are stored as who acted. */
const accountsIn = (actors: readonly (Actor | undefined)[]): UserId[] =>
  actors.flatMap((actor) => (actor === undefined || actor === 'link' ? [] : actor));

/**
 * Who acted, by name: where nobody is stored, it was the account of the family's id. Null where that is gone, which a family
 * without a login of its id never had, or has no more.
 */
const namesOfActors = async (
  table: Table,
  { full_name, login }: StoredProfile,
  actors: readonly (Actor | undefined)[],
) => {
  const nameOf = await readProfileNames(table, accountsIn(actors));
  return (actor: Actor | undefined): string | null => {
    if (actor === 'link') return 'by an emailed link';
    if (actor) return nameOf(actor);
    return login === 'none' ? null : full_name;
  };
};
type NameOf = Awaited<ReturnType<typeof namesOfActors>>;

/** What is stored of a booking besides what the site shows, as JSON has it. */
const asStored = (
  {
    credited,
    credited_dates,
    kept_until,
    program_price,
    moved_from,
    upgraded_from,
    booked_by,
    booked_by_adult,
    above_capacity,
  }: StoredBooking,
  nameOf: NameOf,
) => ({
  credited,
  credited_dates: [...credited_dates].toSorted(),
  kept_until,
  program_price,
  moved_from,
  upgraded_from,
  booked_by,
  booked_by_name: nameOf(booked_by ?? booked_by_adult),
  above_capacity,
});

const asEnded = ({ ended_by_adult, ...record }: StoredEndedBooking, nameOf: NameOf) => ({
  ...record,
  ...asStored(record, nameOf),
  ...(record.ended.by !== 'system' && {
    ended_by_name: record.ended.by === 'admin' ? nameOf(record.made_by) : nameOf(ended_by_adult),
  }),
});

const notComing = (booking: StoredBooking, nameOf: NameOf) => {
  const said = notComingBy(booking);
  const dates = [...(booking.not_coming ?? [])].toSorted();
  return {
    not_coming: dates,
    not_coming_by_name: Object.fromEntries(dates.map((date) => [date, nameOf(said.get(date))])),
  };
};

/** How an offer or a kept place was answered, if the family did. */
const asAnswered = <Answered extends Pick<StoredOffer, 'state' | 'answered_by'>>(
  { answered_by, ...answered }: Answered,
  nameOf: NameOf,
) => ({
  ...answered,
  ...(['taken', 'declined'].includes(answered.state) && { answered_by_name: nameOf(answered_by) }),
});

const exportedChild = (child: Child, nameOf: NameOf) => {
  const { card_by, contacts, health_answer, card_confirmed_at, photos_school, photos_web } = child;
  const isAnswered = contacts.length > 0 || health_answer || card_confirmed_at || photos_school || photos_web;
  return {
    ...child,
    health: healthText(child),
    ...(isAnswered && { card_by_name: nameOf(card_by) }),
    ...(photos_school && { photos_school_by_name: nameOf(photos_school.by) }),
    ...(photos_web && { photos_web_by_name: nameOf(photos_web.by) }),
  };
};

const exportedMarks = ({ slot_id, date, child_id, marks }: MarkedPlace) =>
  marksInOrder(marks).map(({ attendance, at, received_at, reason }) => ({
    slot_id,
    date,
    child_id,
    attendance,
    at,
    received_at,
    reason,
  }));

/** Who reads, and of which family. */
interface Reader {
  readonly userId: UserId;
  readonly familyId: UserId;
}

/**
 * All personal data that is stored about a family, as one of its adults may read it: hashes of secrets and counters of requests
 * are left out, and of the other adult all but the name. Undefined where there is no such family.
 */
export const readFamilyExport = async (
  table: Table,
  { userId, familyId }: Reader,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<FamilyExport | undefined> => {
  const [family, account, bookings, ended, entries, notes, waiting, coach] = await Promise.all([
    getFamily(table, familyId),
    getFamilyLedger(table, familyId),
    listBookingsOfParent(table, familyId),
    readEndedBookings(table, familyId),
    listLedgerEntries(table, familyId),
    listEntryNotes(table, familyId),
    listWaitingOfFamily(table, familyId),
    getCoach(table, userId),
  ]);
  const own = userId === familyId ? family?.profile : await getActiveProfile(table, userId);
  if (!family || !own) return undefined;
  const { profile, children } = family;
  const today = toCalendarDate(now, timeZone);
  const actors = [
    ...[...bookings, ...ended].flatMap(({ booked_by, booked_by_adult }) => [booked_by, booked_by_adult]),
    ...bookings.flatMap((booking) => [...notComingBy(booking).values()]),
    ...ended.flatMap(({ ended_by_adult, made_by }) => [ended_by_adult, made_by]),
    ...waiting.entries.map(({ joined_by }) => joined_by),
    ...[...waiting.endedOffers, ...waiting.renewals].map(({ answered_by }) => answered_by),
    ...children.flatMap(({ card_by, photos_school, photos_web }) => [
      card_by,
      photos_school?.by,
      photos_web?.by,
    ]),
  ];
  const [officeNotes, imported, live, marked, views, members, nameOf] = await Promise.all([
    listNotes(table, familyId),
    listDeeds(table, familyId),
    readMyBookings(table, bookings),
    readFamilyMarks(table, [...bookings, ...ended]),
    readCardViews(table, familyId, children, [...bookings, ...ended], today),
    readMembers(table, profile),
    namesOfActors(table, profile, actors),
  ]);
  return {
    // Of the other adult it has the name alone (ADT-01).
    profile: own,
    members: membersSeenBy(userId, members),
    children: children.map((child) => exportedChild(child, nameOf)),
    card_views: views,
    child_names: [...profile.child_names].toSorted(),
    email_problem: own.email_problem,
    role: own.role,
    role_changed_at: own.role_changed_at ?? null,
    coach_since: coach?.changed_at ?? null,
    first_login_at: own.first_login_at ?? null,
    password_set_at: own.password_set_at ?? null,
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
    notes: officeNotes.map(({ at, text, id, corrects }) => ({ id, at, text, corrects })),
    imported: [
      ...imported.map(({ import_id: _, parent_id: __, ...said }) => said),
      ...waitingCards(family, now),
    ],
    bookings: live.map(({ booking, parent, slot, cls }) => ({
      ...seenBy(userId, describeBooking(booking, { parent, time_slot: slot, class: cls })),
      ...asStored(booking, nameOf),
      ...notComing(booking, nameOf),
    })),
    ended_bookings: ended.map((record) => asEnded(record, nameOf)),
    register_marks: marked.filter(({ date }) => date >= oldestRegister(today)).flatMap(exportedMarks),
    waiting: waiting.entries.map(({ joined_by, ...entry }) => ({
      ...entry,
      // The school itself lists who found no room, and whose place it keeps.
      ...(!entry.found_no_room && !entry.is_renewal && { joined_by_name: nameOf(joined_by) }),
    })),
    offers: waiting.endedOffers.map((offer) => asAnswered(offer, nameOf)),
    kept_places: waiting.renewals.map(({ parent_id: _, ...kept }) => asAnswered(kept, nameOf)),
    exported_at: instantOf(now),
  };
};

/**
 * The same for the office, which the activity log has: as the holder may read it, so that no adult gets the contact of the other
 * one by asking the school (ADT-01). The family's own profile stands for a holder without a login.
 */
export const exportForOffice = async (
  table: Table,
  family: StoredProfile,
  { by, now, timeZone }: { readonly by: UserId; readonly now: Date; readonly timeZone: string },
): Promise<FamilyExport | 'busy' | undefined> => {
  const event = { actor_id: by, action: 'family.exported', subject_id: family.id } as const;
  const { outcome } = await sendTransaction(table, [auditEventPut(table, now, event)]);
  if (outcome !== 'done') return 'busy';
  const holder = (await readMembers(table, family)).find(({ family_role }) => family_role === 'holder');
  const reader = { userId: holder?.profile.id ?? family.id, familyId: family.id };
  return readFamilyExport(table, reader, { now, timeZone });
};

/**
 * Keeps what the second adult could read of a family that is erased, for 14 days (ADT-02). It is found by the address, which a
 * login proves, since the account itself is erased where the family has its id.
 */
export const formerFamilyPut = (table: Table, email: string, data: FamilyExport, now: Date): Write =>
  putWrite(table, {
    ...formerFamilyKey(email),
    [entityAttribute]: 'former-family',
    // An item has at most 400 KB.
    data: gzipSync(JSON.stringify(data)),
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(now.getTime() + formerFamilyDays * dayMs)),
  });

const storedSchema = z.object({
  data: z.instanceof(Uint8Array),
  [tableSchema.timeToLiveAttribute]: z.number(),
});

/** What is kept of an erased family for an address. */
export const getFormerFamily = async (
  table: Table,
  email: string,
  now: Date,
): Promise<FamilyExport | undefined> => {
  const stored = await getItem(table, { key: formerFamilyKey(email), fromItem: storedSchema.parse });
  if (!stored || stored[tableSchema.timeToLiveAttribute] <= toEpochSeconds(now)) return undefined;
  return familyExportSchema.parse(JSON.parse(gunzipSync(stored.data).toString()));
};
