import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleClass, sampleNow } from '#infra/testing/samples/samples';
import { limits } from '#shared/limits';
import { skippedDatesSchema } from '#shared/sessions/slot';
import { anyCalendar, cancelled, makeUpOn } from '#shared/testing/session-calendars';
import { newSlotId } from '../lib/ids.ts';
import { calendarAttributes, classItem, classRef } from './classes.ts';

const byText = (values: readonly unknown[]): string[] =>
  values.map((value) => JSON.stringify(value, Object.keys(Object(value)).toSorted())).toSorted();

it('reads the calendar that it stored', () => {
  fc.assert(
    fc.property(anyCalendar, ({ cls: calendar }) => {
      const cls = { ...sampleClass(), ...calendar, session_changes: [...calendar.session_changes] };
      const skipped_dates = skippedDatesSchema.parse(calendar.skipped_dates);
      const read = classRef(cls.id).fromItem(classItem({ ...cls, skipped_dates }));
      expect(read.skipped_dates).toEqual(skipped_dates);
      expect(byText(read.session_changes)).toEqual(byText(cls.session_changes));
    }),
  );
});

it('stores nothing for a class without changes', () => {
  expect(calendarAttributes({ skipped_dates: [], session_changes: [] })).toEqual({});
});

it('keeps a class with 20 slots and 50 changes under 4 KB, one read unit of a booking [CAL-09]', () => {
  const cls = sampleClass();
  const slots = Array.from({ length: limits.slotsPerClass }, () => newSlotId(sampleNow));
  const session_changes = slots.flatMap((slot_id, index) =>
    ['2025-09-06', '2025-09-13', '2025-09-20']
      .slice(0, index < 10 ? 3 : 2)
      .map((day) => cancelled(day, { slot_id, remedy: makeUpOn('2026-01-10'), calendar_version: 100 })),
  );
  expect(session_changes).toHaveLength(50);
  const item = classItem({ ...cls, venue: 'v'.repeat(limits.venueLength), session_changes });
  expect(JSON.stringify(item).length).toBeLessThan(4_096);
});
