import { placesOn } from '#shared/booking/booked-sessions';
import type { ManagedClass } from '#shared/classes/managed-class';
import { toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import type { UserId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { type CalendarDate, type Instant, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { isOpenForCoaches, type RegisterTimes, refusalByTime, registerTimes } from '#shared/registers/marks';
import {
  type CoachSession,
  type MarkOutcomes,
  type MarkRefusal,
  phoneIdSchema,
  type RegisterChild,
  type SendMarks,
  type Tap,
} from '#shared/registers/register';
import type { CoachRoutes } from '#shared/registers/routes';
import type { SessionKey } from '#shared/sessions/admin-routes';
import type { Cover } from '#shared/sessions/calendar-rules';
import { type Session, sessionsOf } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { getActiveAccount } from '../accounts/accounts.ts';
import { isCoach } from '../accounts/coaches.ts';
import { readJoinedChildren } from '../accounts/joined-families.ts';
import { listEndedBookings } from '../booking/ended-bookings.ts';
import { getManagedClass, listManagedClasses } from '../classes/classes.ts';
import { recordCardView, recordRegisterView } from '../families/steps.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Caller } from '../lib/http/caller.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { getCover, listCovers } from '../sessions/covers.ts';
import { listPlaceBookings, readRegisters } from './register-lists.ts';
import { deleteUnlisted, isUnlistedRetained, storeMark, storeUnlisted } from './registers.ts';

/**
 * Checks in the table that the caller has the role that the token names (COA-05): an administrator sees every session, a
 * coach the own ones. A former administrator who is a coach too is a coach with the next token.
 * @throws ProblemError coachOnly
 */
export const checkRole = async ({ userId, role }: Caller, { table }: { table: Table }): Promise<void> => {
  if (role === 'admin') {
    const account = await getActiveAccount(table, userId);
    if (account?.role !== 'admin' || account.role_pending === 'parent') throw problem('coachOnly');
  } else if (!(await isCoach(table, userId))) throw problem('coachOnly');
};

// A session that the caller may see in a list, with the times of its register.
interface OwnSession {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
  readonly session: Session;
  readonly times: RegisterTimes;
  readonly isCover: boolean;
  /** An administrator, who is bound to no assignment and no time (COA-06). */
  readonly isOffice: boolean;
}

// An administrator has every session, a coach those of the own classes and covers. The one place that decides what a coach
// may read (COA-03); `isReadable` decides about the time.
const ownSession = (
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
  {
    cls,
    slot,
    date,
    cover,
  }: Pick<OwnSession, 'cls' | 'slot' | 'date'> & { readonly cover: Cover | undefined },
  timeZone: string,
): OwnSession | undefined => {
  const isAssigned = cls.coach_ids.includes(userId);
  const isCover = !isAssigned && (cover?.coach_ids.includes(userId) ?? false);
  const isOffice = role === 'admin';
  const session = sessionsOf(cls, slot).find((candidate) => candidate.date === date);
  if (!session || cls.deleting || !(isOffice || isAssigned || isCover)) return undefined;
  const times = registerTimes({ date, ...slot }, timeZone);
  return { cls, slot, date, session, times, isCover, isOffice };
};

const isReadable = ({ isOffice, times }: OwnSession, now: Date): boolean =>
  isOffice || isOpenForCoaches(times, instantOf(now));

// Undefined for a session of others. Two round trips at once: the class and the cover.
const findOwnSession = async (
  { table, timeZone }: TimedDeps,
  caller: Caller,
  key: SessionKey,
): Promise<OwnSession | undefined> => {
  const [cls, cover] = await Promise.all([getManagedClass(table, key.class_id), getCover(table, key)]);
  const slot = cls?.time_slots.find(({ id }) => id === key.slot_id);
  return cls && slot && ownSession(caller, { cls, slot, date: key.date, cover }, timeZone);
};

const count = (children: readonly RegisterChild[], is: (child: RegisterChild) => boolean): number =>
  children.filter(is).length;

// A child that left is in no count.
const toCoachSession = (
  { cls, slot, date, session, times, isCover }: OwnSession,
  register: readonly RegisterChild[],
): CoachSession => {
  const children = register.filter(({ kind }) => kind !== 'left');
  const { opens_at, closes_at } = times;
  return {
    class_id: cls.id,
    slot_id: slot.id,
    date,
    opens_at,
    closes_at,
    is_cover: isCover,
    class_type: cls.class_type,
    venue: cls.venue,
    venue_details: cls.venue_details,
    start_time: slot.start_time,
    end_time: slot.end_time,
    state: session.state,
    reason: session.state === 'cancelled' ? session.reason : null,
    children: children.length,
    trials: count(children, ({ kind }) => kind === 'trial'),
    medical_notes: count(children, ({ card }) => card !== null && card.medical_conditions !== null),
    not_coming: count(children, ({ not_coming }) => not_coming),
    marked: count(children, ({ mark }) => mark !== null),
  };
};

const keyOf = ({ class_id, slot_id, date }: SessionKey): string => `${date} ${class_id} ${slot_id}`;

const byStart = (one: OwnSession, other: OwnSession): number =>
  ascending(one.times.opens_at, other.times.opens_at) || ascending(one.slot.id, other.slot.id);

/** From yesterday to seven days on, whose registers are open (COA-04). Counts children, and tells nothing about one. */
export const listMySessions: Operation<CoachRoutes['listMySessions'], TimedDeps> = async (
  { caller },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const today = toCalendarDate(clock(), timeZone);
  const [from, until] = [addDays(today, -1), addDays(today, limits.coachDaysAhead)];
  const [classes, covers] = await Promise.all([
    listManagedClasses(table, { consistent: true }),
    listCovers(table, from),
  ]);
  const coverOf = new Map(covers.map((cover) => [keyOf(cover), cover]));
  const own = classes
    .flatMap((cls) =>
      cls.time_slots.flatMap((slot) =>
        sessionsOf(cls, slot)
          .filter(({ date }) => date >= from && date <= until)
          .flatMap(({ date }) => {
            const cover = coverOf.get(keyOf({ class_id: cls.id, slot_id: slot.id, date }));
            return ownSession(caller, { cls, slot, date, cover }, timeZone) ?? [];
          }),
      ),
    )
    .toSorted(byStart);
  const registers = await readRegisters(table, own);
  return { sessions: own.map((session, index) => toCoachSession(session, registers[index]?.children ?? [])) };
};

/** 404 for a session of others, and while the register cannot be read (COA-03). */
export const getRegister: Operation<CoachRoutes['getRegister'], TimedDeps> = async (
  { caller, params },
  deps,
) => {
  const now = deps.clock();
  const key = { class_id: params.classId, slot_id: params.slotId, date: params.date };
  const own = await findOwnSession(deps, caller, key);
  if (!own || !isReadable(own, now)) throw problem('notFound');
  const [register] = await readRegisters(deps.table, [own]);
  const { children = [], unlisted = [] } = register ?? {};
  const shown = children.filter(({ card }) => card !== null);
  // Around the session a child's safety comes first, whoever stands on the pitch. Later an administrator reads.
  const record = isOpenForCoaches(own.times, instantOf(now)) ? recordRegisterView : recordCardView;
  await record(deps, caller, own, shown);
  return {
    session: toCoachSession(own, children),
    read_at: instantOf(now),
    children: [...children],
    unlisted: unlisted.filter((child) => isUnlistedRetained(child, now)),
  };
};

export const removeUnlisted: Operation<CoachRoutes['removeUnlisted'], TimedDeps> = async (
  { caller, params },
  deps,
) => {
  const now = deps.clock();
  const key = { class_id: params.classId, slot_id: params.slotId, date: params.date };
  const own = await findOwnSession(deps, caller, key);
  if (!own || !isReadable(own, now)) throw problem('notFound');
  const child = { slot_id: own.slot.id, date: own.date, id: params.unlistedId };
  if (!(await deleteUnlisted(deps.table, child, now))) throw problem('notFound');
};

type SentSession = SendMarks['sessions'][number];
type SentMark = SentSession['marks'][number];
type Outcomes = MarkOutcomes['marks'];

// A phone whose clock is fast marks nothing later than now.
const tapped = ({ at }: Pick<SentMark, 'at'>, now: Instant): Instant => (at < now ? at : now);

// An app of an earlier version counts no taps: its account is taken for one phone, and the time for the count. Where all
// marks of a request are ahead of now, the phone's clock still tells the order (REG-13).
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

const childText = ({ parent_id, child_id }: Pick<SentMark, 'parent_id' | 'child_id'>): string =>
  `${parent_id} ${child_id}`;

// By a booking that has ended since. One Query of the family's history.
const hadPlace = async (
  table: Table,
  { cls, slot, date }: OwnSession,
  { parent_id, child_id }: Pick<SentMark, 'parent_id' | 'child_id'>,
): Promise<boolean> => {
  const ended = await listEndedBookings(table, parent_id);
  const ofChild = ended.filter((booking) => booking.child_id === child_id);
  return placesOn(cls, slot, date, ofChild).length > 0;
};

// A child that has no place any more may have been marked before the phone knew: its marks stay (REG-10).
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
    placesOn(own.cls, own.slot, own.date, bookings).map(({ booking }) => childText(booking)),
  );
  const others = sent.marks.filter((mark) => !placed.has(childText(mark)));
  const joinedOf = others.length > 0 ? await readJoinedChildren(table, others) : () => undefined;
  return Promise.all(
    sent.marks.map(async (mark) => {
      const late = refusalOf(own, mark, now);
      if (late) return late;
      // A register that was read before the family was joined with another one has the former ids (FID-11).
      const { parent_id, child_id } = placed.has(childText(mark)) ? mark : (joinedOf(mark) ?? mark);
      const place = { slot_id: own.slot.id, date: own.date, parent_id, child_id };
      const isKnown = placed.has(childText(place)) || (await hadPlace(table, own, place));
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

// An administrator adds a child at any time, without a reason: it changes no mark (REG-08).
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
      : (await storeUnlisted(table, child, { class_id, slot_id, date, received_at: now, by: userId }))
          .outcome;
    outcomes.push({ id, refused: refused ?? (stored === 'full' ? 'too-many' : null) });
  }
  return outcomes;
};

/**
 * Each mark and unlisted child once (REG-04, REG-08). A refused mark holds up no other. 404 without an own session (COA-03).
 */
export const sendMarks: Operation<CoachRoutes['sendMarks'], TimedDeps> = async ({ caller, body }, deps) => {
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
