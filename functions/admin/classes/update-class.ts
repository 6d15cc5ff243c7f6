import { bookingCount } from '#shared/domain/classes/capacity';
import { coachingChange } from '#shared/domain/coaches/coaching-change';
import { announcedChange } from '#shared/domain/messages/announced-change';
import { savedClassPrice } from '#shared/domain/pricing/pricing';
import { formatTimeRange } from '#shared/domain/text/format';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ManagedClass, UpdateClass } from '#shared/schemas/class-input';
import type { SlotId } from '#shared/schemas/ids';
import type { Venue } from '#shared/schemas/venue';
import { auditEventPut } from '../../data/audit/activity.ts';
import type { StoredSlot } from '../../data/classes/classes.ts';
import { listAgain } from '../../data/classes/current-classes.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import * as classes from '../../data/classes/update-class.ts';
import { coachingMessage } from '../../data/coaches/coaching-message.ts';
import { listCovers } from '../../data/coaches/covers.ts';
import { newSlotId } from '../../data/ids.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { messagePut } from '../../data/messages/messages.ts';
import { repeatRefused } from '../../data/repeat-refused.ts';
import { venueOfClass } from '../../data/venues/venues.ts';
import type { Operation, OperationRequest } from '../../lib/http/create-handler.ts';
import { busy, type ProblemError, problem } from '../../lib/http/problem-error.ts';
import { changedFields } from '../changed-fields.ts';
import { checkCoaches } from '../coaches/check-coaches.ts';
import type { AdminDeps } from '../deps.ts';
import { chosenVenue } from '../venues/venues.ts';
import { checkOpenings } from './check-openings.ts';
import { checkPicture } from './check-picture.ts';
import { checkDates } from './class-dates.ts';

type EnteredChange = Pick<classes.ClassChange, 'fields' | 'time_slots' | 'venue'>;

/** Fields that are no part of what a booking agrees to. The stored price is computed from the others. */
const notAgreed = new Set(['image_url', 'price', 'time_slots', 'coach_ids']);

/**
 * The change that a saved form contains.
 * @throws ProblemError invalidRequest for a row of a slot that the class does not have
 */
const toChange = (
  current: ManagedClass,
  body: UpdateClass,
  venue: Venue | undefined,
  now: Date,
): EnteredChange => {
  const { time_slots, version: _, venue_id: __, coach_ids = current.coach_ids, ...entered } = body;
  const known = new Set(current.time_slots.map(({ id }) => id));
  const unknown = time_slots.findIndex(({ id }) => id !== undefined && !known.has(id));
  if (unknown >= 0) {
    const issue = { field: `time_slots.${unknown}.id`, message: 'This time slot is not of this class' };
    throw problem('invalidRequest', {}, { issues: [issue] });
  }
  return {
    venue,
    fields: { ...entered, coach_ids, price: savedClassPrice(entered, entered.weekly_rate) },
    time_slots: time_slots.map((row) => ({ ...row, id: row.id ?? newSlotId(now), class_id: current.id })),
  };
};

const slotText = (slot: EnteredChange['time_slots'][number]): string =>
  JSON.stringify([slot.start_time, slot.end_time, slot.max_capacity]);

/** The names of the changed fields, `time_slots` among them. */
const changedNames = (current: ManagedClass, { fields, time_slots, venue }: EnteredChange): string[] => {
  const names = [...(venue ? ['venue'] : []), ...changedFields(current, fields)];
  const before = new Map(current.time_slots.map((slot) => [slot.id, slotText(slot)]));
  const isSame =
    time_slots.length === before.size && time_slots.every((slot) => before.get(slot.id) === slotText(slot));
  return isSame ? names : [...names, 'time_slots'];
};

/** The places that a capacity cannot take away: those of open offers too. "2 booked and 1 offered". */
const takenText = (slot: StoredSlot): string => {
  const [booked, offered] = [bookingCount(slot), slot.held - slot.kept];
  const parts = [...(booked > 0 ? [`${booked} booked`] : []), ...(offered > 0 ? [`${offered} offered`] : [])];
  return parts.join(' and ');
};

/** Why slots refuse a change: a row leaves too few places, or a removed slot has bookings or a waiting list (ADM-31). */
const slotsRefused = (slots: ReadonlyMap<SlotId, StoredSlot>, { time_slots }: UpdateClass): ProblemError => {
  const rows = time_slots.flatMap(({ id }, index) => {
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
  if (!removed) return problem('classChanged');
  const bookings = bookingCount(removed);
  const time = formatTimeRange(removed);
  return bookings > 0
    ? problem('slotHasBookings', { time, bookings: String(bookings) })
    : problem('slotHasWaitingList', { time });
};

/** One attempt of `updateClass`. @returns undefined where the venue was changed since it was read */
const saveClass = async (
  { caller, params, body }: OperationRequest<'updateClass'>,
  { table, clock, timeZone, pictureHosts }: AdminDeps,
): Promise<ManagedClass | undefined> => {
  checkPicture(body.image_url, { pictureHosts });
  checkOpenings(body, { timeZone });
  const current = await getManagedClass(table, params.classId);
  if (!current || current.deleting) throw problem('classNotFound');
  if (current.version !== body.version) throw problem('classChanged');
  const isElsewhere = body.venue_id !== current.venue_details.id;
  const venue = isElsewhere ? await chosenVenue({ table }, body.venue_id) : undefined;
  await checkCoaches(table, current.coach_ids, body.coach_ids ?? []);
  const now = clock();
  const today = toCalendarDate(now, timeZone);
  const entered = toChange(current, body, venue, now);
  const fields = changedNames(current, entered);
  if (fields.length === 0) return current;
  const samePlaces = await checkDates(table, current, body);
  const move = announcedChange(current, { ...body, venue: venue?.name });
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
    ...{ ...current, ...entered.fields, ...(venue && venueOfClass(venue)) },
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
      ...{ created_at: at, made_by: caller.userId, kind: 'class-changed', facts: move },
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
    case 'changed':
      throw problem('classChanged');
    case 'slots-refused':
      throw slotsRefused(result.slots, body);
    case 'venue-changed':
      return undefined;
    case 'busy':
      throw busy();
    case 'done': {
      // It may have been over for long.
      if (body.end_date > current.end_date) await listAgain(table, current.id);
      const saved = await getManagedClass(table, current.id);
      if (!saved) throw problem('classNotFound');
      return saved;
    }
  }
};

/**
 * Saves the class form, and logs it where a field has changed; refused where the class was changed since the form was
 * read (API-07, ADM-31). It is repeated where the venue changed since it was read.
 */
export const updateClass: Operation<'updateClass', AdminDeps> = (request, deps) =>
  repeatRefused(() => saveClass(request, deps));
