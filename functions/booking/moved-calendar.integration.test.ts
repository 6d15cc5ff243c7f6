import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import type { SampleFamily } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { businessMoment } from '#shared/lib/business-time';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { type CalendarDate, centsSchema } from '#shared/lib/values';
import { date } from '#shared/testing/values';
import { getManagedClass } from '../classes/classes.ts';
import { sessionCalendar } from '../sessions/calendar-file.ts';
import { readBookedSlots } from './booking-details.ts';
import { listBookingsOfParent } from './bookings.ts';
import { moveBooking } from './move-steps.ts';

const system = await startTests(messageSteps);

const { givenClass, slotOf, keyOf, book, cancel, restore } = cancellationSteps(() => system);

/** The events of a family's feed by date of their UIDs. */
const eventsOf = async ({ id }: SampleFamily) => {
  const bookings = await listBookingsOfParent(system.table, id);
  const booked = await readBookedSlots(system.table, bookings);
  const text = sessionCalendar(booked, businessMoment(system.now(), system.deps.timeZone));
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  return new Map(
    events.map((component) => {
      const { uid, sequence, startDate } = new ICAL.Event(component);
      const status = component.getFirstPropertyValue('status');
      return [uid.slice(31, 41), { sequence, status, time: startDate.toString().slice(11, 16) }];
    }),
  );
};

/** Moves the booking of a family to another slot of its class. */
const moveTo = async (family: SampleFamily, cls: FootballClass, slot: number, trialDate?: CalendarDate) => {
  const [booking] = await listBookingsOfParent(system.table, family.id);
  const stored = await getManagedClass(system.table, cls.id);
  if (!booking || !stored) throw new Error('Booking and class are stored');
  const { id, calendar_version } = slotOf(stored, slot);
  const none = centsSchema.parse(0);
  await moveBooking(
    {
      booking,
      order: {
        class_id: cls.id,
        time_slot_id: id,
        calendar_version,
        credit: none,
        charge: none,
        trial_date: trialDate,
      },
      attempt: idempotencyKeySchema.parse(randomUUID()),
      by: 'parent',
      tell: false,
    },
    system.deps,
  );
};

const cancelIn = async (cls: FootballClass, slot: number, day: string) => {
  const answer = await cancel({ kind: 'session', ...keyOf(cls, date(day), slot) });
  expect(answer).toMatchObject({ status: 200, body: { failed: [] } });
  await system.settle();
};

describe('the calendar of a booking that moves within its class', () => {
  it('has no lower SEQUENCE after any change [ICS-03]', async () => {
    const cls = await givenClass({}, [5, 5]);
    const family = await storedFamily(system.table);
    await book(cls, family);
    const changes = [
      () => cancelIn(cls, 0, '2025-10-04'),
      () => cancelIn(cls, 0, '2025-10-11'),
      () => moveTo(family, cls, 1),
      () => cancelIn(cls, 1, '2025-10-18'),
      () => restore(keyOf(cls, date('2025-10-04'))),
      () => moveTo(family, cls, 0),
      () => moveTo(family, cls, 1),
    ];
    let before = await eventsOf(family);
    for (const [index, change] of changes.entries()) {
      await change();
      const after = await eventsOf(family);
      for (const [day, { sequence, ...shown }] of after) {
        const earlier = before.get(day);
        if (!earlier) continue;
        const step = `${day} after change ${index}`;
        expect(sequence, step).toBeGreaterThanOrEqual(earlier.sequence);
        if (shown.status !== earlier.status || shown.time !== earlier.time)
          expect(sequence, step).toBeGreaterThan(earlier.sequence);
      }
      before = after;
    }
    expect(before.size).toBeGreaterThan(4);
  });

  it('shows each session at the time of its slot [ICS-03]', async () => {
    const cls = await givenClass({}, [5, 5]);
    const family = await storedFamily(system.table);
    await book(cls, family);
    system.setTime(new Date('2025-09-28T10:00:00Z'));
    await moveTo(family, cls, 1);
    const events = await eventsOf(family);
    expect(events.get(saturday)).toMatchObject({ time: '09:00' });
    expect(events.get('2025-10-04')).toMatchObject({ time: '10:00' });
  });
});
