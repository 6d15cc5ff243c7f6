import { bookedSessions } from '#shared/booking/booked-sessions';
import type { ClassRoutes } from '#shared/classes/admin-routes';
import { bookingCount, type Venue } from '#shared/classes/class';
import { type ChangedClass, classValues } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { isOffSale } from '#shared/classes/openings';
import { savedClassPrice } from '#shared/classes/pricing';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { formatTimeRange } from '#shared/lib/format';
import type { SlotId } from '#shared/lib/ids';
import { type CalendarDate, instantOf } from '#shared/lib/values';
import { announcedChange, coachingChange } from '#shared/messages/changes';
import { canChangeDates } from '#shared/sessions/calendar-rules';
import { endsWithoutCredit } from '#shared/sessions/sessions';
import { checkCoaches } from '../accounts/steps.ts';
import { beginClassDeletion, finishClassDeletion } from '../across/delete-class.ts';
import { listBookedParents, listBookingsOfSlot } from '../booking/bookings.ts';
import { type Attempt, deletionNotePut, hasDeleted } from '../lib/attempts.ts';
import { retryRefused } from '../lib/contention.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation, OperationRequest } from '../lib/http/operation.ts';
import { applyEdit, busy, type ProblemError, problem } from '../lib/http/problem-error.ts';
import { newClassId, newSlotId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { coachingMessage, getMessage, messageIdOf, messagePut } from '../messages/messages.ts';
import { auditEventPut, changedFields } from '../school/activity.ts';
import { listCovers } from '../sessions/covers.ts';
import { listApplications } from '../waiting/applications.ts';
import { chosenVenue } from './admin-venues.ts';
import { setSale } from './change-sessions.ts';
import { getManagedClass, listManagedClasses as listStoredClasses, type StoredSlot } from './classes.ts';
import { createClassOnce, listAgain } from './current-classes.ts';
import { checkMerged, checkOpenings, checkPicture, enteredClass } from './steps.ts';
import * as classes from './update-class.ts';
import { sameVenue, venueOfClass } from './venues.ts';

export const listManagedClasses: Operation<ClassRoutes['listManagedClasses'], AdminDeps> = async (
  _request,
  { table },
) => ({ classes: await listStoredClasses(table) });

/** Stores once per attempt (API-06, PRC-16), and again where the venue changed since it was read. */
export const createClass: Operation<ClassRoutes['createClass'], AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock, timeZone, pictureHosts },
) => {
  checkPicture(body.image_url, { pictureHosts });
  checkOpenings(body, { timeZone });
  await checkCoaches(table, [], body.coach_ids ?? []);
  const now = clock();
  const id = newClassId(now);
  const event = { actor_id: caller.userId, action: 'class.created', subject_id: id, class_id: id } as const;
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  return retryRefused(async () => {
    const venue = await chosenVenue({ table }, body.venue_id);
    const cls = enteredClass(body, { id, venue, by: caller.userId, now });
    const coaching = coachingChange({ after: cls }, toCalendarDate(now, timeZone));
    return createClassOnce(table, cls, attempt, [
      auditEventPut(table, now, event),
      sameVenue(table, venue),
      ...coachingMessage(table, coaching, {
        classId: id,
        cause: 'created',
        by: caller.userId,
        at: instantOf(now),
      }),
    ]);
  });
};

const bookedDatesOf = async (table: Table, cls: ManagedClass): Promise<CalendarDate[]> => {
  const bookings = await Promise.all(
    cls.time_slots.map(async (slot) =>
      (await listBookingsOfSlot(table, slot.id, { consistent: true })).flatMap((booking) =>
        bookedSessions(cls, slot, booking),
      ),
    ),
  );
  return bookings.flat().flatMap(({ sessions }) => sessions.map(({ date }) => date));
};

const datesOf = ({
  start_date,
  end_date,
  skipped_dates,
}: Pick<ChangedClass, 'start_date' | 'end_date' | 'skipped_dates'>) =>
  JSON.stringify([start_date, end_date, skipped_dates.toSorted()]);

// Refuses a change of dates that families have booked (CAL-04, CAL-11).
// @returns whether the dates change; if so, the caller stores the change only if the bookings are still those read here
// @throws ProblemError datesBooked
const checkDates = async (table: Table, current: ManagedClass, next: ChangedClass): Promise<boolean> => {
  if (datesOf(current) === datesOf(next)) return false;
  const isTaken = current.time_slots.some(({ current_bookings }) => current_bookings > 0);
  const bookedDates = isTaken ? await bookedDatesOf(table, current) : [];
  if (!canChangeDates(current, next, { isTaken, bookedDates })) throw problem('datesBooked');
  return true;
};

type EnteredChange = Pick<classes.ClassChange, 'fields' | 'time_slots' | 'venue'>;

// Fields to which a booking does not agree. The stored price is computed from the others.
const notAgreed = new Set(['image_url', 'price', 'time_slots', 'coach_ids']);

type SentSlots = OperationRequest<ClassRoutes['updateClass']>['body']['time_slots'];

// Refuses a row of a slot that the class does not have, and that was not removed meanwhile. @throws invalidRequest
const checkRows = (
  current: ManagedClass,
  { time_slots }: Pick<ChangedClass, 'time_slots'>,
  sent: SentSlots = [],
): void => {
  const known = new Set(current.time_slots.map(({ id }) => id));
  const unknown = time_slots.find(({ id }) => id !== undefined && !known.has(id));
  if (!unknown) return;
  const row = sent.findIndex(({ id }) => id === unknown.id);
  const issue = { field: `time_slots.${row}.id`, message: 'This time slot is not of this class' };
  throw problem('invalidRequest', {}, { issues: [issue] });
};

const toChange = (
  current: ManagedClass,
  next: ChangedClass,
  venue: Venue | undefined,
  now: Date,
): EnteredChange => {
  const { time_slots, venue_id: _, coach_ids = current.coach_ids, ...entered } = next;
  return {
    venue,
    fields: { ...entered, coach_ids, price: savedClassPrice(entered, entered.weekly_rate) },
    time_slots: time_slots.map((row) => ({ ...row, id: row.id ?? newSlotId(now), class_id: current.id })),
  };
};

const slotText = (slot: EnteredChange['time_slots'][number]): string =>
  JSON.stringify([slot.start_time, slot.end_time, slot.max_capacity]);

const changedNames = (current: ManagedClass, { fields, time_slots, venue }: EnteredChange): string[] => {
  const names = [...(venue ? ['venue'] : []), ...changedFields(current, fields)];
  const before = new Map(current.time_slots.map((slot) => [slot.id, slotText(slot)]));
  const isSame =
    time_slots.length === before.size && time_slots.every((slot) => before.get(slot.id) === slotText(slot));
  return isSame ? names : [...names, 'time_slots'];
};

// The places that a capacity cannot take away, those of open offers too: "2 booked and 1 offered".
const takenText = (slot: StoredSlot): string => {
  const [booked, offered] = [bookingCount(slot), slot.held - slot.kept];
  const parts = [...(booked > 0 ? [`${booked} booked`] : []), ...(offered > 0 ? [`${offered} offered`] : [])];
  return parts.join(' and ');
};

// A row leaves too few places, or a removed slot has bookings or a waiting list (ADM-31). @param sent the form's rows
const slotsRefused = (
  slots: ReadonlyMap<SlotId, StoredSlot>,
  sent: SentSlots = [],
): ProblemError | undefined => {
  const rows = sent.flatMap(({ id }, index) => {
    const slot = id && slots.get(id);
    return slot ? [{ slot, field: `time_slots.${index}.max_capacity` }] : [];
  });
  const paramsOf = (slot: StoredSlot) => ({
    time: formatTimeRange(slot),
    taken: takenText(slot),
    places: String(slot.current_bookings - slot.kept),
  });
  const [row] = rows;
  if (row) {
    const issues = rows.map(({ slot, field }) => ({
      field,
      message: problem('capacityBelowBookings', paramsOf(slot)).detail,
    }));
    return problem('capacityBelowBookings', paramsOf(row.slot), { issues });
  }
  const [removed] = slots.values();
  if (!removed) return undefined;
  const bookings = bookingCount(removed);
  const time = formatTimeRange(removed);
  return bookings > 0
    ? problem('slotHasBookings', { time, bookings: String(bookings) })
    : problem('slotHasWaitingList', { time });
};

// @returns undefined where class or venue was changed since it was read
const saveClass = async (
  { caller, params, body }: OperationRequest<ClassRoutes['updateClass']>,
  { table, clock, timeZone, pictureHosts }: AdminDeps,
): Promise<ManagedClass | undefined> => {
  checkPicture(body.image_url, { pictureHosts });
  const current = await getManagedClass(table, params.classId);
  if (!current || current.deleting) throw problem('classNotFound');
  const next = checkMerged(applyEdit(classValues(current), body), { timeZone });
  checkRows(current, next, body.time_slots);
  const isElsewhere = next.venue_id !== current.venue_details.id;
  const venue = isElsewhere ? await chosenVenue({ table }, next.venue_id) : undefined;
  await checkCoaches(table, current.coach_ids, next.coach_ids ?? []);
  const now = clock();
  const today = toCalendarDate(now, timeZone);
  const entered = toChange(current, next, venue, now);
  const fields = changedNames(current, entered);
  if (fields.length === 0) return current;
  const samePlaces = await checkDates(table, current, next);
  const move = announcedChange(current, { ...next, venue: venue?.name });
  const movedSlots = new Set(move?.slots.map(({ slot_id }) => slot_id));
  const at = instantOf(now);
  const change: classes.ClassChange = {
    ...entered,
    raisesCalendar: fields.some((name) => !notAgreed.has(name)),
    samePlaces,
    at,
    movedAt: ({ id }) => (move?.venue || movedSlots.has(id) ? at : undefined),
  };
  const becomes = {
    ...current,
    ...entered.fields,
    ...(venue && venueOfClass(venue)),
    time_slots: entered.time_slots,
  };
  const covers = await listCovers(table, today);
  const covering = covers.flatMap(({ class_id, coach_ids }) => (class_id === current.id ? coach_ids : []));
  const coaching = coachingMessage(
    table,
    coachingChange({ before: current, after: becomes, covering }, today),
    { classId: current.id, cause: String(current.version), by: caller.userId, at },
  );
  const message = move && [
    messagePut(table, {
      id: messageIdOf('class-changed', current.id, String(current.version)),
      created_at: at,
      made_by: caller.userId,
      kind: 'class-changed',
      facts: move,
      audience: { kind: 'class', class_id: current.id },
    }),
  ];
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'class.updated',
    subject_id: current.id,
    class_id: current.id,
    fields,
  });
  const result = await classes.updateClass(table, current, change, [
    auditEvent,
    ...(message ?? []),
    ...coaching,
  ]);
  switch (result.outcome) {
    case 'slots-refused': {
      const refusal = slotsRefused(result.slots, body.time_slots);
      if (refusal) throw refusal;
      return undefined;
    }
    case 'changed':
    case 'venue-changed':
      return undefined;
    case 'busy':
      throw busy();
    case 'done': {
      // The class may have been over for long.
      if (next.end_date > current.end_date) await listAgain(table, current.id);
      const saved = await getManagedClass(table, current.id);
      if (!saved) throw problem('classNotFound');
      return saved;
    }
  }
};

export const updateClass: Operation<ClassRoutes['updateClass'], AdminDeps> = (request, deps) =>
  retryRefused(() => saveClass(request, deps));

// @returns undefined where the class was changed since it was read
const saveSale = async (
  { caller, params, body }: OperationRequest<ClassRoutes['setClassSale']>,
  { table, clock }: AdminDeps,
): Promise<ManagedClass | undefined> => {
  const current = await getManagedClass(table, params.classId);
  if (!current || current.deleting) throw problem('classNotFound');
  if (isOffSale(current) !== body.on_sale) return current;
  const now = clock();
  const audit = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'class.updated',
    subject_id: current.id,
    class_id: current.id,
    fields: [body.on_sale ? 'on sale' : 'off sale'],
  });
  const since = body.on_sale ? undefined : instantOf(now);
  const { outcome } = await setSale(table, current, since, [audit]);
  if (outcome === 'busy') throw busy();
  return outcome === 'done' ? getManagedClass(table, current.id) : undefined;
};

/** Bookings, registers, sessions and emails stay as they are; waiting lists are not asked meanwhile (OPS-08). */
export const setClassSale: Operation<ClassRoutes['setClassSale'], AdminDeps> = (request, deps) =>
  retryRefused(() => saveSale(request, deps));

/** Reads all bookings and lists of one class or slot, some thousand items. Changes that need the counts are rare. */
export const getClassImpact: Operation<ClassRoutes['getClassImpact'], AdminDeps> = async (
  { params, query },
  { table },
) => {
  const cls = await getManagedClass(table, params.classId);
  if (!cls) throw problem('classNotFound');
  const slots = cls.time_slots.filter(({ id }) => query.slot === undefined || id === query.slot);
  if (query.slot && slots.length === 0) throw problem('slotNotFound');
  const listed = slots.filter(({ waiting }) => waiting !== undefined);
  const [parents, entries] = await Promise.all([
    Promise.all(slots.map(({ id }) => listBookedParents(table, id))),
    Promise.all(listed.map(({ id }) => listApplications(table, id))),
  ]);
  return {
    bookings: parents.flat().length,
    families: new Set(parents.flat()).size,
    waiting_families: new Set(entries.flat().map(({ parent_id }) => parent_id)).size,
  };
};

// The message that makes the messenger complete the deletion.
const messageIdOfDeletion = ({ id }: Pick<ManagedClass, 'id'>) => messageIdOf('class-deleted', id);

const begin = async (cls: ManagedClass, attempt: Attempt, deps: AdminDeps): Promise<{ isDone: boolean }> => {
  const { table, timeZone } = deps;
  const { by, now } = attempt;
  const audit = auditEventPut(table, now, {
    actor_id: by,
    action: 'class.deleted',
    subject_id: cls.id,
    class_id: cls.id,
  });
  const moment = businessMoment(now, timeZone);
  const isOver = endsWithoutCredit(cls, moment);
  const isBooked = cls.time_slots.some(({ current_bookings }) => current_bookings > 0);
  const message = messagePut(table, {
    id: messageIdOfDeletion(cls),
    kind: 'class-deleted',
    made_by: by,
    created_at: instantOf(now),
    audience: { kind: 'class', class_id: cls.id },
    facts: { class_type: cls.class_type, venue: cls.venue, venue_details: cls.venue_details },
  });
  const tells = isBooked && !isOver;
  const { today } = moment;
  const covers = await listCovers(table, today);
  const covering = covers.flatMap(({ class_id, coach_ids }) => (class_id === cls.id ? coach_ids : []));
  const coaching = coachingMessage(table, coachingChange({ before: cls, covering }, today), {
    classId: cls.id,
    cause: 'deleted',
    by,
    at: instantOf(now),
  });
  const note = deletionNotePut(table, attempt, cls.id);
  const { outcome } = await beginClassDeletion(table, cls, [
    ...[audit, note, ...(tells ? [message] : [])],
    ...coaching,
  ]);
  // Refused: the class was changed since it was read. The client retries.
  if (outcome !== 'done') throw busy();
  return { isDone: !tells };
};

/**
 * Deletes a class with its slots, and ends its bookings (PRM-07, API-08). A class with booked sessions to come is hidden and
 * closed at once; the messenger ends its bookings, tells the families and deletes it, and resumes after an interruption
 * (END-10). Every other class is deleted by the request, or after an interruption by the next one. A repeated attempt gets
 * the same answer (END-13).
 */
export const deleteClass: Operation<ClassRoutes['deleteClass'], AdminDeps> = async (
  { caller, params, idempotencyKey },
  deps,
) => {
  const attempt = { by: caller.userId, key: idempotencyKey, now: deps.clock() };
  const cls = await getManagedClass(deps.table, params.classId);
  if (!cls) {
    if (await hasDeleted(deps.table, attempt, params.classId)) return;
    throw problem('classNotFound');
  }
  if (!cls.deleting && !(await begin(cls, attempt, deps)).isDone) return;
  if (await getMessage(deps.table, messageIdOfDeletion(cls))) return;
  await finishClassDeletion(deps, cls, caller.userId);
};
