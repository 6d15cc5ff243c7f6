import { expect, it } from 'vitest';
import { slotIdSchema } from '#shared/lib/ids';
import { type CalendarDate, calendarDateSchema, centsSchema } from '#shared/lib/values';
import { type SessionChange, sessionChangesSchema } from '#shared/sessions/slot';
import { trialSessionOn } from '#shared/testing/session-calendars';
import type { ClassCalendar } from '../sessions/sessions.ts';
import { type BookedDates, daySession, sessionsWithSlots } from './booked-sessions.ts';

const day = (text: string) => calendarDateSchema.parse(text);
const slot = { id: slotIdSchema.parse('slt_01J00000000000000000000000') };
const other = { id: slotIdSchema.parse('slt_01J00000000000000000000001') };
const inSlot = { slot_id: slot.id };
const booked = {
  dates: ['2025-09-06', '2025-09-13', '2025-09-20'].map(day),
  amount: centsSchema.parse(6_000),
};

const cancelled = (date: string, remedy: object) => ({
  slot_id: slot.id,
  date,
  kind: 'weekly',
  state: 'cancelled',
  reason: 'weather',
  calendar_version: 1,
  remedy,
});

const calendar = (changes: readonly object[] = []) => ({
  start_date: day('2025-09-06'),
  end_date: day('2025-09-20'),
  skipped_dates: [],
  session_changes: sessionChangesSchema.parse(changes) satisfies SessionChange[],
});

const sessionOn = (cls: ClassCalendar, { id }: typeof slot, booking: BookedDates, date: CalendarDate) => {
  const own = daySession(sessionsWithSlots(cls, { ...booking, time_slot_id: id }, [slot, other]), date);
  return own && { slot_id: own.slot.id, isFirst: own.isFirst, trial: own.part.trial };
};

it('is the session of the day, and says whether it is the first', () => {
  expect(sessionOn(calendar(), slot, booked, day('2025-09-06'))).toEqual({ ...inSlot, isFirst: true });
  expect(sessionOn(calendar(), slot, booked, day('2025-09-13'))).toEqual({ ...inSlot, isFirst: false });
  expect(sessionOn(calendar(), slot, booked, day('2025-09-14'))).toBeUndefined();
});

it('is none on a day whose session is cancelled: the next one is the first', () => {
  const cls = calendar([cancelled('2025-09-06', { kind: 'later' })]);
  expect(sessionOn(cls, slot, booked, day('2025-09-06'))).toBeUndefined();
  expect(sessionOn(cls, slot, booked, day('2025-09-13'))).toEqual({ ...inSlot, isFirst: true });
});

it('is on the day of the make-up', () => {
  const cls = calendar([
    cancelled('2025-09-13', { kind: 'make-up', date: '2025-09-27' }),
    { slot_id: slot.id, date: '2025-09-27', kind: 'extra', state: 'on' },
  ]);
  expect(sessionOn(cls, slot, booked, day('2025-09-27'))).toEqual({ ...inSlot, isFirst: false });
  expect(sessionOn(cls, slot, booked, day('2025-09-13'))).toBeUndefined();
});

it('is a make-up in the slot that the booking had, after a move', () => {
  const cls = calendar([
    cancelled('2025-09-06', { kind: 'make-up', date: '2025-09-27' }),
    { slot_id: slot.id, date: '2025-09-27', kind: 'extra', state: 'on' },
  ]);
  const moved = { ...booked, earlier_slots: { '2025-09-06': slot.id } };
  expect(sessionOn(cls, other, moved, day('2025-09-27'))).toEqual({ ...inSlot, isFirst: false });
  expect(sessionOn(cls, other, booked, day('2025-09-27'))).toBeUndefined();
});

it('is the first one of a kept trial, and the first one of the programme too [MSG-05]', () => {
  const trial = trialSessionOn('2025-09-06');
  const kept = { ...booked, dates: booked.dates.slice(1), trial_session: trial };
  expect(sessionOn(calendar(), slot, kept, day('2025-09-06'))).toEqual({ ...inSlot, isFirst: true, trial });
  expect(sessionOn(calendar(), slot, kept, day('2025-09-13'))).toEqual({ ...inSlot, isFirst: true });
  expect(sessionOn(calendar(), slot, kept, day('2025-09-20'))).toEqual({ ...inSlot, isFirst: false });
});
