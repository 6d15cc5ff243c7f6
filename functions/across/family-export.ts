import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { Child, FamilyRole } from '#shared/families/family';
import { type FamilyExport, familyExportSchema } from '#shared/families/family-export';
import { healthText } from '#shared/families/health';
import { toCalendarDate } from '#shared/lib/business-time';
import { dayMs } from '#shared/lib/durations';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { marksInOrder } from '#shared/registers/marks';
import { getAccount, readProfileNames } from '../accounts/accounts.ts';
import { getCoach } from '../accounts/coaches.ts';
import { holderOf, type Member, memberOf, type StoredFamily } from '../accounts/stored-families.ts';
import { notComingBy } from '../booking/booking-changes.ts';
import { describeBooking, readMyBookings } from '../booking/booking-details.ts';
import { listBookingsOfParent, type StoredBooking } from '../booking/bookings.ts';
import type { StoredEndedBooking } from '../booking/ended-bookings.ts';
import { getFamily } from '../families/families.ts';
import { listDeeds } from '../families/import-deeds.ts';
import { waitingCards } from '../families/imported-cards.ts';
import { listNotes } from '../families/notes.ts';
import { listEntryNotes, listLedgerEntries } from '../ledger/entries.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { joinedReferences } from '../ledger/references.ts';
import { putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { erasedFamilyKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { formerFamilyDays } from '../limits.ts';
import { readFamilyMarks } from '../registers/marks-of-family.ts';
import { type MarkedChild, oldestRegister } from '../registers/registers.ts';
import { auditEventPut } from '../school/activity.ts';
import { listWaitingOfFamily } from '../waiting/applications.ts';
import type { StoredOffer } from '../waiting/offers.ts';
import { readCardViews } from './cards.ts';
import { describeEntries, readEndedBookings } from './statement.ts';

interface ShownMember {
  readonly id: UserId;
  readonly full_name: string;
  readonly family_role: FamilyRole;
  readonly is_caller: boolean;
}

/** Omits what only the other adult may see (ADT-01). */
export const membersFor = (userId: UserId | undefined, members: readonly Member[]): ShownMember[] =>
  members.map(({ id, full_name, family_role }) => ({
    id,
    full_name,
    family_role,
    is_caller: id === userId,
  }));

/** The present name of who acted: null for a deleted account, and for nobody of family or office (FID-06). */
const namesOfActors = async (table: Table, actors: readonly (UserId | undefined)[]) => {
  const nameOf = await readProfileNames(
    table,
    actors.flatMap((actor) => actor ?? []),
  );
  return (actor: UserId | undefined): string | null => (actor ? nameOf(actor) : null);
};
type NameOf = Awaited<ReturnType<typeof namesOfActors>>;

/** What a booking stores beyond what the site shows, as JSON. */
const toStoredFields = (
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
  ...toStoredFields(record, nameOf),
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

const toAnswered = <Answered extends Pick<StoredOffer, 'state' | 'answered_by'>>(
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

const exportedMarks = ({ slot_id, date, child_id, marks }: MarkedChild) =>
  marksInOrder(marks).map(({ attendance, at, received_at, reason }) => ({
    slot_id,
    date,
    child_id,
    attendance,
    at,
    received_at,
    reason,
  }));

interface Reader {
  /** The member whose contact the export has. The office reads as the holder, if there is one. */
  readonly userId: UserId | undefined;
  readonly familyId: FamilyId;
}

/** No hashes of secrets or counters, and only the name of the other adult. Undefined without such a family. */
export const readFamilyExport = async (
  table: Table,
  { userId, familyId }: Reader,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<FamilyExport | undefined> => {
  const [stored, ledger, bookings, ended, entries, notes, waiting, officeNotes, coach, account] =
    await Promise.all([
      getFamily(table, familyId),
      getFamilyLedger(table, familyId),
      listBookingsOfParent(table, familyId),
      readEndedBookings(table, familyId),
      listLedgerEntries(table, familyId),
      listEntryNotes(table, familyId),
      listWaitingOfFamily(table, familyId),
      listNotes(table, familyId),
      userId && getCoach(table, userId),
      userId && getAccount(table, userId),
    ]);
  if (!stored) return undefined;
  const { family, children } = stored;
  const own = userId ? memberOf(family, userId) : family;
  if (!own) return undefined;
  const today = toCalendarDate(now, timeZone);
  const actors = [
    ...[...bookings, ...ended].flatMap(({ booked_by, booked_by_adult }) => [booked_by, booked_by_adult]),
    ...bookings.flatMap((booking) => [...notComingBy(booking).values()]),
    ...ended.flatMap(({ ended_by_adult, made_by }) => [ended_by_adult, made_by]),
    ...waiting.applications.map(({ joined_by }) => joined_by),
    ...officeNotes.map(({ by }) => by),
    ...[...waiting.endedOffers, ...waiting.renewals].map(({ answered_by }) => answered_by),
    ...children.flatMap(({ card_by, photos_school, photos_web }) => [
      card_by,
      photos_school?.by,
      photos_web?.by,
    ]),
  ];
  const [imported, live, marked, views, nameOf] = await Promise.all([
    listDeeds(table, familyId),
    readMyBookings(table, bookings),
    readFamilyMarks(table, [...bookings, ...ended]),
    readCardViews(table, familyId, children, [...bookings, ...ended], today),
    namesOfActors(table, actors),
  ]);
  return {
    // The other adult is exported by name alone (ADT-01).
    profile: {
      ...(userId && { id: userId }),
      created_at: account?.created_at ?? family.created_at,
      full_name: own.full_name,
      email: own.email,
      phone_number: own.phone_number,
      email_verified: own.email_verified,
      remind_every_session: 'remind_every_session' in own ? own.remind_every_session : undefined,
    },
    family_id: familyId,
    // The office may have typed the holder's contact.
    ...(userId && userId === holderOf(family)?.id && { office_contact: family.office_contact }),
    members: membersFor(userId, family.members),
    children: children.map((child) => exportedChild(child, nameOf)),
    card_views: views,
    child_names: [...family.child_names].toSorted(),
    email_problem: own.email_problem,
    role: account?.role ?? 'parent',
    role_changed_at: account?.role_changed_at ?? null,
    coach_since: coach?.changed_at ?? null,
    first_login_at: account?.first_login_at ?? null,
    password_set_at: account?.password_set_at ?? null,
    charged: ledger?.charged ?? 0,
    credited: (ledger?.credited ?? 0) + (ledger?.waived ?? 0),
    waived: ledger?.waived ?? 0,
    received: ledger?.received ?? 0,
    reference: ledger?.reference ?? null,
    second_reference: ledger?.second_reference ?? null,
    ...joinedReferences(ledger),
    open_since: ledger?.open_since ?? null,
    reminded_at: ledger?.reminded_at ?? null,
    do_not_remind: ledger?.do_not_remind ?? false,
    entries: describeEntries(entries, notes),
    notes: officeNotes.map(({ by, ...note }) => ({ ...note, author: nameOf(by) })),
    imported: [
      ...imported.map(({ import_id: _, parent_id: __, ...said }) => said),
      ...waitingCards(stored, now),
    ],
    bookings: live.map(({ booking, parent, slot, cls }) => ({
      ...describeBooking(booking, { parent, time_slot: slot, class: cls }, userId),
      ...toStoredFields(booking, nameOf),
      ...notComing(booking, nameOf),
    })),
    ended_bookings: ended.map((record) => asEnded(record, nameOf)),
    register_marks: marked.filter(({ date }) => date >= oldestRegister(today)).flatMap(exportedMarks),
    waiting: waiting.applications.map(({ joined_by, ...application }) => ({
      ...application,
      // The school itself adds who found no room, and whose place it keeps.
      ...(!application.found_no_room && !application.is_renewal && { joined_by_name: nameOf(joined_by) }),
    })),
    offers: waiting.endedOffers.map((offer) => toAnswered(offer, nameOf)),
    kept_places: waiting.renewals.map(({ parent_id: _, ...kept }) => toAnswered(kept, nameOf)),
    exported_at: instantOf(now),
  };
};

/**
 * The export is what the holder may read, so that asking the school gives nobody the other adult's contact (ADT-01).
 * Where no member has a login, it has what the office typed. The export is logged.
 */
export const exportForOffice = async (
  table: Table,
  family: StoredFamily,
  { by, now, timeZone }: { readonly by: UserId; readonly now: Date; readonly timeZone: string },
): Promise<FamilyExport | 'busy' | undefined> => {
  const event = { actor_id: by, action: 'family.exported', subject_id: family.id } as const;
  const { outcome } = await sendTransaction(table, [auditEventPut(table, now, event)]);
  if (outcome !== 'done') return 'busy';
  return readFamilyExport(table, { userId: holderOf(family)?.id, familyId: family.id }, { now, timeZone });
};

/** Retains for 14 days what the second adult of an erased family could read (ADT-02). */
export const erasedFamilyPut = (table: Table, userId: UserId, data: FamilyExport, now: Date): Write =>
  putWrite(table, {
    ...erasedFamilyKey(userId),
    [entityAttribute]: 'erased-family',
    // An item has at most 400 KB.
    data: gzipSync(JSON.stringify(data)),
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(now.getTime() + formerFamilyDays * dayMs)),
  });

export const erasedFamilySchema = z.object({
  data: z.instanceof(Uint8Array),
  [tableSchema.timeToLiveAttribute]: z.number(),
});

export const getErasedFamily = async (
  table: Table,
  userId: UserId,
  now: Date,
): Promise<FamilyExport | undefined> => {
  const stored = await getItem(table, {
    key: erasedFamilyKey(userId),
    fromItem: itemParser(erasedFamilySchema),
  });
  if (!stored || stored[tableSchema.timeToLiveAttribute] <= toEpochSeconds(now)) return undefined;
  return familyExportSchema.parse(JSON.parse(gunzipSync(stored.data).toString()));
};
