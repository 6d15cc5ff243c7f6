import { sessionsToCome } from '#shared/booking/booked-sessions';
import type { Booking } from '#shared/booking/booking';
import { businessMoment } from '#shared/lib/business-time';
import type { FamilyId } from '#shared/lib/ids';
import { centsSchema } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';
import { findReaders, type Readers, sendToReaders, subjectFor } from '../accounts/readers.ts';
import type { NoMailReason, StoredFamily } from '../accounts/stored-families.ts';
import { readCardMode } from '../cards/connection.ts';
import { dueOfLedger } from '../ledger/due-plans.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import type { MailerDeps } from '../lib/deps.ts';
import { otherActor } from '../lib/mail/booking-blocks.ts';
import { type MailEnd, noMailEnd, notNeeded } from '../lib/mail/not-sent.ts';
import { type LeasedMail, TooLateError } from '../lib/mail/outcomes.ts';
import { isMailSent } from '../lib/mail/send-once.ts';
import { lateConfirmationMs } from '../limits.ts';
import { readSettings } from '../school/settings.ts';
import { readItemsOfBooking } from './booking-details.ts';
import { type LastMove, readBookingsOfChildren, type StoredBooking } from './bookings.ts';
import {
  bookingConfirmationEmail,
  bookingEndedEmail,
  bookingMovedEmail,
  type ConfirmedBooking,
  type PayableNow,
} from './emails.ts';
import type { StoredEndedBooking } from './ended-bookings.ts';

interface BookingToTell {
  readonly family: StoredFamily;
  readonly readers: Readers;
  readonly booking: ConfirmedBooking;
  readonly earlier_slots: readonly TimeSlot[];
}

type SkipReason = 'booking-gone' | 'class-gone' | NoMailReason;

const readBookingToTell = async (
  created: Booking,
  mail: 'confirmation' | 'move',
  { table }: Pick<MailerDeps, 'table'>,
): Promise<BookingToTell | SkipReason> => {
  const { booking, class: cls, time_slot, earlier_slots, parent } = await readItemsOfBooking(table, created);
  // The key is used again when the child is booked again: that booking has its own emails.
  if (booking?.id !== created.id) return 'booking-gone';
  if (!cls || !time_slot) return 'class-gone';
  if (!parent) return 'account-gone';
  const readers = findReaders(parent, mail);
  if (typeof readers === 'string') return readers;
  return {
    family: parent,
    readers,
    booking: { ...booking, time_slot: { ...time_slot, class: cls } },
    earlier_slots,
  };
};

// Reads the settings, and the ledger only where the school has a payment link or takes cards.
const readPayable = async (
  parentId: FamilyId,
  { table, clock, timeZone, siteUrl }: MailerDeps,
): Promise<PayableNow> => {
  const [{ instructions, payment_link: link }, cardMode] = await Promise.all([
    readSettings(table),
    readCardMode(table),
  ]);
  const cardsAt = cardMode ? siteUrl : undefined;
  const isUntold = instructions.length === 0 && !link && !cardsAt;
  const ledger = link || cardsAt ? await getFamilyLedger(table, parentId, { consistent: true }) : undefined;
  if (!ledger) return { link: null, owed: { reference: null, due: centsSchema.parse(0) }, isUntold };
  const { due } = dueOfLedger(ledger, businessMoment(clock(), timeZone).today);
  return { link, owed: { reference: ledger.reference ?? null, due }, cardsAt, isUntold };
};

// Whether one of the adults got the email: the mailbox of the other one may not work.
const isSentToOne = async (
  { subjectId, ...lease }: LeasedMail,
  { members }: StoredFamily,
  { table }: MailerDeps,
): Promise<boolean> => {
  const sent = await Promise.all(
    members.map(({ id }) => isMailSent(table, { ...lease, subjectId: subjectFor(subjectId, id) })),
  );
  return sent.includes(true);
};

// A new booking, or an upgraded trial.
type Created = Booking &
  Partial<
    Pick<
      StoredBooking,
      'idempotency_key' | 'confirms' | 'confirmed_by' | 'booked_by' | 'booked_by_adult' | 'last_move'
    >
  >;

const readTogether = async (
  { confirms = [], idempotency_key, ...created }: Created,
  { table }: MailerDeps,
): Promise<StoredBooking[]> => {
  const bookings = await readBookingsOfChildren(table, created, [created.child_id, ...confirms]);
  return bookings.filter((booking) => booking.idempotency_key === idempotency_key);
};

// Whether the last session has begun, so that a confirmation that could not be sent is of no use (OPS-02).
const isOverUnheard = (
  { booking, earlier_slots }: BookingToTell,
  { clock, timeZone, askedAt }: MailerDeps,
): boolean => {
  const now = clock();
  const isLate = now.getTime() - Date.parse(booking.created_at) > lateConfirmationMs;
  if (!isLate || askedAt) return false;
  const { class: cls, ...slot } = booking.time_slot;
  return sessionsToCome(cls, booking, [slot, ...earlier_slots], businessMoment(now, timeZone)).length === 0;
};

// Confirms a booking at most once (API-37). Siblings of one press share the email of the first child's booking, also where
// that one has ended (BSK-03). The stream reports a move within a class as a new booking: its send lease, or its age, says
// that it was confirmed.
// @throws what `sendToReaders` throws
const confirmBooking = async (created: Created, deps: MailerDeps): Promise<MailEnd> => {
  if (created.confirmed_by) return noMailEnd;
  const [first = created, ...siblings] = created.confirms ? await readTogether(created, deps) : [];
  const confirmation = await readBookingToTell(first, 'confirmation', deps);
  if (typeof confirmation === 'string')
    return notNeeded('confirmation.not-needed', confirmation, { booking: created.id });
  const { family, readers, booking } = confirmation;
  const kind = 'confirmation';
  if (created.last_move && (await isSentToOne({ kind, subjectId: created.id }, family, deps)))
    return noMailEnd;
  const site = { url: deps.siteUrl, timeZone: deps.timeZone };
  const payable = await readPayable(booking.parent_id, deps);
  return sendToReaders(
    readers,
    {
      kind,
      subjectId: created.id,
      causedAt: created.created_at,
      fields: { booking: created.id },
      compose: ({ id }) => {
        if (isOverUnheard(confirmation, deps)) throw new TooLateError('The booking has no session to come');
        return bookingConfirmationEmail(booking, site, {
          payable,
          siblings,
          byOffice: created.booked_by !== undefined,
          byOther: otherActor(family, created.booked_by_adult, id),
        });
      },
    },
    deps,
  );
};

// At most one email for each move (MOV-07), none where it was moved on or ended meanwhile. @throws what `sendToReaders` throws
const tellMove = async (
  moved: StoredBooking,
  { at, by_adult, from, credit }: LastMove,
  deps: MailerDeps,
): Promise<MailEnd> => {
  const mail = await readBookingToTell(moved, 'move', deps);
  if (typeof mail === 'string') return notNeeded('move.not-told', mail, { booking: moved.id });
  const { family, readers, booking, earlier_slots } = mail;
  const { class: cls, ...slot } = booking.time_slot;
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const sessions = sessionsToCome(cls, booking, [slot, ...earlier_slots], moment);
  return sendToReaders(
    readers,
    {
      kind: 'move',
      subjectId: `${moved.id}#${at}`,
      causedAt: at,
      fields: { booking: moved.id },
      compose: ({ id }) =>
        bookingMovedEmail(
          { booking, cls, slot, from, credit, sessions, byOther: otherActor(family, by_adult, id) },
          deps.siteUrl,
        ),
    },
    deps,
  );
};

/**
 * Confirms a stored booking, unless it follows one of another class, and tells of its move (API-37, MOV-07). A confirmation
 * that fails does not hold back the email about the move.
 * @throws what sending throws
 */
export const tellBooking = async (booking: StoredBooking, deps: MailerDeps): Promise<MailEnd> => {
  const { last_move, moved_from } = booking;
  let end = noMailEnd;
  try {
    if (moved_from === undefined) end = await confirmBooking(booking, deps);
  } finally {
    if (last_move?.tell) end = await tellMove(booking, last_move, deps);
  }
  return end;
};

// At most one email, where the family is to be told (END-08). @throws what `sendToReaders` throws
const tellEnding = async (record: StoredEndedBooking, deps: MailerDeps): Promise<MailEnd> => {
  if (!record.tell) return noMailEnd;
  const { class: cls, parent } = await readItemsOfBooking(deps.table, record);
  const readers = parent ? findReaders(parent, 'ending') : 'account-gone';
  if (typeof readers === 'string')
    return notNeeded('ending-email.not-needed', readers, { booking: record.id });
  return sendToReaders(
    readers,
    {
      kind: 'ending',
      subjectId: record.id,
      causedAt: record.ended.at,
      fields: { booking: record.id },
      compose: ({ id }) =>
        bookingEndedEmail(record, cls, deps.siteUrl, parent && otherActor(parent, record.ended_by_adult, id)),
    },
    deps,
  );
};

/**
 * Confirms the full programme of an upgraded trial too: it took the trial's item, so that the stream reports no new booking
 * (TRI-02).
 * @throws what sending throws
 */
export const tellEnded = (record: StoredEndedBooking, deps: MailerDeps): Promise<MailEnd> => {
  const { booked_by: _, ended, moved_to, tell, ...trial } = record;
  if (ended.reason !== 'upgraded') return tellEnding(record, deps);
  if (!tell || !moved_to) return Promise.resolve(noMailEnd);
  const upgrade = { id: moved_to, created_at: ended.at, booked_by_adult: record.ended_by_adult };
  return confirmBooking({ ...trial, ...upgrade }, deps);
};
