import { placesOn } from '#shared/domain/registers/places-on';
import { refusalByTime } from '#shared/domain/registers/register-times';
import { instantOf } from '#shared/domain/time/instant-of';
import type { UserId } from '#shared/schemas/ids';
import {
  type MarkOutcomes,
  type MarkRefusal,
  phoneIdSchema,
  type SendMarks,
  type Tap,
} from '#shared/schemas/register';
import type { Instant } from '#shared/schemas/values';
import { listEndedBookings } from '../data/bookings/ended-bookings.ts';
import { listPlaceBookings } from '../data/joins/registers.ts';
import { storeMark } from '../data/registers/registers.ts';
import { storeUnlisted } from '../data/registers/unlisted.ts';
import type { Table } from '../data/table.ts';
import type { Caller } from '../lib/http/caller.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { findOwnSession, type OwnSession } from './own-sessions.ts';

type SentSession = SendMarks['sessions'][number];
type SentMark = SentSession['marks'][number];
type Outcomes = MarkOutcomes['marks'];

/** A phone whose clock is fast marks nothing later than now. */
const tapped = ({ at }: Pick<SentMark, 'at'>, now: Instant): Instant => (at < now ? at : now);

/**
 * Which tap of which phone a mark is. An app of a version before counts no taps: its account is taken for one phone then, and the
 * time for the count. Of marks of one request that are all ahead of now, the phone's clock still tells the order (REG-13).
 */
const tapOf = (mark: SentMark, { marks }: SentSession, by: UserId, now: Instant): Tap => {
  if (mark.tap) return mark.tap;
  const before = marks.filter(({ at }) => now < at && at < mark.at).length;
  const number = Date.parse(tapped(mark, now)) * 1_000 + (now < mark.at ? before : 0);
  return { phone: phoneIdSchema.parse(by.slice(0, 8)), number };
};

const refusalOf = (
  { isOffice, times }: OwnSession,
  mark: Pick<SentMark, 'at' | 'reason'>,
  now: Instant,
): MarkRefusal | null => {
  if (!isOffice) return refusalByTime(times, tapped(mark, now), now);
  return now >= times.closes_at && !mark.reason ? 'needs-reason' : null;
};

/** Whether a child had a place in a session by a booking that has ended since. One Query of the family's history. */
const hadPlace = async (
  table: Table,
  { cls, slot, date }: OwnSession,
  { parent_id, child_id }: SentMark,
): Promise<boolean> => {
  const ended = await listEndedBookings(table, parent_id);
  const ofChild = ended.filter((booking) => booking.child_id === child_id);
  return placesOn(cls, slot, date, ofChild).length > 0;
};

/**
 * Stores the marks of one session. A child that has no place any more may have been marked before the phone knew: its marks
 * stay (REG-10).
 */
const storeSession = async (
  deps: TimedDeps,
  { userId }: Caller,
  own: OwnSession,
  sent: SentSession,
): Promise<(MarkRefusal | null)[]> => {
  if (sent.marks.length === 0) return [];
  const { table } = deps;
  const now = instantOf(deps.clock());
  const bookings = await listPlaceBookings(table, own);
  const placed = new Set(
    placesOn(own.cls, own.slot, own.date, bookings).map(
      ({ booking: { parent_id, child_id } }) => `${parent_id} ${child_id}`,
    ),
  );
  return Promise.all(
    sent.marks.map(async (mark) => {
      const late = refusalOf(own, mark, now);
      if (late) return late;
      const { parent_id, child_id } = mark;
      const place = { slot_id: own.slot.id, date: own.date, parent_id, child_id };
      const isKnown = placed.has(`${parent_id} ${child_id}`) || (await hadPlace(table, own, mark));
      if (!isKnown) return 'not-on-register';
      await storeMark(table, place, {
        id: mark.id,
        attendance: mark.attendance,
        tap: tapOf(mark, sent, userId, now),
        at: tapped(mark, now),
        received_at: now,
        by: userId,
        reason: mark.reason ?? null,
      });
      return null;
    }),
  );
};

/**
 * Stores children who were in a session and are on no list (REG-08). An administrator adds one at any time, without a reason:
 * it changes no mark.
 */
const storeUnlistedOf = async (
  { table, clock }: TimedDeps,
  { userId }: Caller,
  own: OwnSession,
  { class_id, slot_id, date, unlisted = [] }: SentSession,
): Promise<Outcomes> => {
  const now = instantOf(clock());
  const outcomes: Outcomes = [];
  // One after the other: all of a session count on one item.
  for (const { id, name, phone_number, at } of unlisted) {
    const child = { id, name, phone_number, at: tapped({ at }, now) };
    const refused = own.isOffice ? null : refusalByTime(own.times, child.at, now);
    const stored = refused
      ? null
      : await storeUnlisted(table, child, { class_id, slot_id, date, received_at: now, by: userId });
    outcomes.push({ id, refused: refused ?? (stored === 'full' ? 'too-many' : null) });
  }
  return outcomes;
};

/**
 * Stores marks of several sessions, and children who are on no list, each once (REG-04, REG-08). A mark that is refused does not hold up the others. 404 where
 * none of the sessions is the caller's (COA-03).
 */
export const sendMarks: Operation<'sendMarks', TimedDeps> = async ({ caller, body }, deps) => {
  const owned = await Promise.all(
    body.sessions.map(async (sent) => ({ sent, own: await findOwnSession(deps, caller, sent) })),
  );
  if (owned.every(({ own }) => !own)) throw problem('notFound');
  const marks = await Promise.all(
    owned.map(async ({ sent, own }): Promise<Outcomes> => {
      const ids = [...sent.marks, ...(sent.unlisted ?? [])].map(({ id }) => id);
      if (!own) return ids.map((id) => ({ id, refused: 'not-yours' }));
      const [refusals, unlisted] = await Promise.all([
        storeSession(deps, caller, own, sent),
        storeUnlistedOf(deps, caller, own, sent),
      ]);
      return [...sent.marks.map(({ id }, index) => ({ id, refused: refusals[index] ?? null })), ...unlisted];
    }),
  );
  return { marks: marks.flat() };
};
