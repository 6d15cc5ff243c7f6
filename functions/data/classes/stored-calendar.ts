import * as z from 'zod/mini';
import { type SessionChange, skippedDatesSchema } from '#shared/schemas/session';
import type { CalendarDate } from '#shared/schemas/values';
import type { Item } from '../dynamo/item-ref.ts';

/** The calendar of a class as the site and the rules know it. */
interface Calendar {
  readonly skipped_dates: readonly CalendarDate[];
  readonly session_changes: readonly SessionChange[];
}

/**
 * The calendar of a class as stored: attributes that are empty are left out, and a change is one short text in the list of
 * its slot. A class with 50 changes stays under 4 KB, so that a booking reads it for the same units (CAL-09).
 */
const storedCalendarSchema = z.object({
  skipped_dates: z._default(skippedDatesSchema, []),
  session_changes: z._default(z.record(z.string(), z.array(z.string())), {}),
});

/** "2026-11-21 weekly 3 weather make-up 2027-01-28", "2027-01-28 extra". */
const writeChange = (change: SessionChange): string => {
  const start = `${change.date} ${change.kind}`;
  if (change.state === 'on') return start;
  const { calendar_version, reason, remedy } = change;
  const cancelled = `${start} ${calendar_version} ${reason} ${remedy.kind}`;
  return remedy.kind === 'make-up' ? `${cancelled} ${remedy.date}` : cancelled;
};

const readChange = (slot_id: string, text: string): unknown => {
  const [date, kind, version, reason, remedy, makeUpDate] = text.split(' ');
  if (version === undefined) return { slot_id, date, kind, state: 'on' };
  return {
    ...{ slot_id, date, kind, reason },
    state: 'cancelled',
    remedy: remedy === 'make-up' ? { kind: remedy, date: makeUpDate } : { kind: remedy },
    calendar_version: Number(version),
  };
};

const bySlot = (changes: readonly SessionChange[]) =>
  Object.fromEntries(
    [...Map.groupBy(changes, ({ slot_id }) => slot_id)].map(([slot, own]) => [slot, own.map(writeChange)]),
  );

/** The attributes of a class's calendar, without those that are empty. */
export const calendarAttributes = ({ skipped_dates, session_changes }: Calendar): Item => ({
  ...(skipped_dates.length > 0 && { skipped_dates }),
  ...(session_changes.length > 0 && { session_changes: bySlot(session_changes) }),
});

/** The item of a class with its calendar as the schema of a class has it, which checks it. */
export const withCalendar = (item: Item): Item => {
  const { skipped_dates, session_changes } = storedCalendarSchema.parse(item);
  return {
    ...item,
    skipped_dates,
    session_changes: Object.entries(session_changes).flatMap(([slot, changes]) =>
      changes.map((text) => readChange(slot, text)),
    ),
  };
};
