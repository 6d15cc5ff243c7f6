import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { at, formOf, type SampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { type Booking, bookingSchema } from '#shared/booking/booking';
import { freeUntil } from '#shared/booking/endings';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { date } from '#shared/testing/values';
import { ContentionError } from '../lib/contention.ts';
import { listAudience, listPlacesOn } from '../messages/audience.ts';
import { sessionCalendar } from '../sessions/calendar-file.ts';
import { listCancellations } from '../sessions/cancellations.ts';
import { settleCancellation } from '../sessions/settle-cancellation.ts';
import { readBookedSlots } from './booking-details.ts';
import { listBookingsOfParent } from './bookings.ts';
import { endableOf, readBookingOrRecord } from './end-booking.ts';

const system = await startTests((parts) => ({ ...bookingSteps(parts), ...messageSteps(parts) }));
const { book } = system;

const { slotOf, keyOf, admin, cancel, restore, accountOf, bookingsOf, mailsTo, subjectsTo } =
  cancellationSteps(() => system);

/** A session can be marked as not held until the day after it. */
const afterTheSession = new Date('2025-09-28T10:00:00Z');
const nextSaturday = date('2025-10-04');
const later = { remedy: { kind: 'later' } } as const;

const given = async (isTrial = false) => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  return { cls, family, booking: await book(family, cls, { isTrial }) };
};

/** Moves a booking to another slot of its class. */
const moveTo = async (family: SampleFamily, booking: Booking, cls: FootballClass, slot: number) =>
  bookingSchema.parse((await system.move(family, booking, cls, slot)).body);

const cancelIn = async (
  cls: FootballClass,
  slot: number,
  options: Parameters<typeof cancel>[1] = {},
  day = saturday,
): Promise<void> => {
  const answer = await cancel({ kind: 'session', ...keyOf(cls, day, slot) }, options);
  expect(answer).toMatchObject({ status: 200, body: { failed: [] } });
  await system.settle();
};

const changeTime = async (cls: FootballClass, slot: number, start_time: string, end_time: string) => {
  const form = formOf(await system.classNow(cls.id));
  const time_slots = form.time_slots.map((one, index) =>
    index === slot ? { ...one, start_time, end_time } : one,
  );
  const request = { params: { classId: cls.id }, body: { ...form, time_slots } };
  expect((await admin().call('updateClass', request)).status).toBe(200);
};

/** A programme of six sessions at $20.00, moved from the first slot to the second after the first session. */
const givenMoved = async () => {
  const { cls, family, booking } = await given();
  system.setTime(afterTheSession);
  return { cls, family, moved: await moveTo(family, booking, cls, 1) };
};

const creditedTo = async (family: Parameters<typeof accountOf>[0]) => (await accountOf(family))?.credited;

it('a session that is cancelled after a booking left it for a slot with a later calendar is credited and told [MOV-03, CAN-07]', async () => {
  const { cls, family, booking } = await given();
  for (const day of ['2025-10-18', '2025-10-25']) await cancelIn(cls, 1, {}, date(day));
  system.setTime(afterTheSession);
  await moveTo(family, booking, cls, 1);
  const before = (await creditedTo(family)) ?? 0;
  await cancelIn(cls, 0);
  expect(await creditedTo(family)).toBeGreaterThan(before);
  expect((await subjectsTo(family)).at(-1)).toContain('Saturday 9:00 AM, Riverside Sports Ground');
});

describe('a session before the move within the class', () => {
  it('that did not take place is credited and told [MOV-03, CAN-05]', async () => {
    const { cls, family } = await givenMoved();
    const target = { kind: 'session', ...keyOf(cls) } as const;
    expect((await admin().call('previewCancellation', { body: { target } })).body).toMatchObject({
      children: 1,
      families: 1,
    });
    await cancelIn(cls, 0);
    expect(await creditedTo(family)).toBe(2_000);
    expect((await mailsTo(family)).at(-1)?.text).toContain('$20.00 is credited');
  });

  it('that is brought back is in its own slot, at its time, for everybody who asks [MOV-03, CAN-11]', async () => {
    const { cls, family, booking } = await given();
    await cancelIn(cls, 0);
    const moved = await moveTo(family, booking, cls, 1);
    const [first, second] = [slotOf(cls), slotOf(cls, 1)];
    const rosterOf = async ({ id }: typeof first) => {
      const { bookings } = await admin().read('getRoster', {
        params: { classId: cls.id },
        query: { slot: id },
      });
      return bookings.map((entry) => [entry.id, entry.only_dates]);
    };
    const placesOn = async (day: string) =>
      (await listPlacesOn(system.table, date(day))).map(({ slot }) => slot.id);
    expect(await rosterOf(first)).toEqual([]);
    expect(await placesOn(saturday)).toEqual([]);
    await restore(keyOf(cls));
    await system.settle();
    expect(await rosterOf(first)).toEqual([[moved.id, [saturday]]]);
    expect(await rosterOf(second)).toEqual([[moved.id, null]]);
    expect(await placesOn(saturday)).toEqual([first.id]);
    expect(await placesOn(nextSaturday)).toEqual([second.id]);
    const audience = { kind: 'slot', class_id: cls.id, slot_id: first.id } as const;
    expect(await listAudience(system.table, audience, date('2025-09-27'))).toEqual([family.id]);
    expect(await listAudience(system.table, audience, date('2025-09-28'))).toEqual([]);
    const { body } = await system.asFamily(family, 'listMyBookings');
    const { bookings } = routes.listMyBookings.response.parse(body);
    expect(bookings[0]?.earlier_times).toEqual([
      { id: first.id, start_time: first.start_time, end_time: first.end_time },
    ]);
    // Its family is told when the time of that slot changes, as those that are booked in it.
    await book(await system.addFamily(), cls, { isTrial: true });
    await changeTime(cls, 0, '08:00', '08:45');
    await system.settle();
    expect((await mailsTo(family)).at(-1)?.subject).toMatch(/^Changed/);
    system.setTime('2025-09-28T10:00:00Z');
    expect(await rosterOf(first)).toMatchObject([[expect.anything(), null]]);
  });

  it('is credited by an administrator where a make-up replaces it, once [CAN-10]', async () => {
    const { cls, family, moved } = await givenMoved();
    await cancelIn(cls, 0, { remedy: { kind: 'make-up', date: date('2025-11-08') } });
    const params = { classId: cls.id, slotId: slotOf(cls).id, date: saturday };
    const shown = async () => (await admin().read('getCancelledSession', { params })).bookings;
    expect(await shown()).toMatchObject([{ id: moved.id, value: 2_000, is_credited: false }]);
    const credit = () => admin().call('creditSession', { body: { booking_id: moved.id, date: saturday } });
    expect(await credit()).toMatchObject({ status: 200, body: { amount: 2_000 } });
    expect(await credit()).toMatchObject({ status: 200, body: { amount: 2_000 } });
    expect(await shown()).toMatchObject([{ is_credited: true }]);
    expect(await creditedTo(family)).toBe(2_000);
  });
});

it('sessions after a move to a slot with more of them are credited until nothing of the charge is left [MOV-03, PAY-14]', async () => {
  const [cls, family] = [await system.addClass({ capacities: [5, 5] }), await system.addFamily()];
  const days = ['2025-10-04', '2025-10-11', '2025-10-18', '2025-10-25', '2025-11-01'].map(date);
  for (const day of days.slice(1)) await cancelIn(cls, 0, later, day);
  // Two sessions for $60.00, the lowest price. The new slot gives five more in place of the one that is left.
  const booking = await book(family, cls);
  await cancelIn(cls, 0);
  const moved = await moveTo(family, booking, cls, 1);
  expect([moved.amount, moved.dates]).toEqual([6_000, [saturday, ...days]]);
  for (const [day, credited] of [4_000, 5_000, 6_000, 6_000].entries()) {
    await cancelIn(cls, 1, {}, days[day]);
    expect(await creditedTo(family)).toBe(credited);
  }
  for (const session of days.slice(0, 4))
    expect(await listCancellations(system.table, keyOf(cls, session, 1))).toMatchObject([
      { is_settled: true },
    ]);
});

describe('work for a cancelled session that something overtakes is done again', () => {
  const givenCancelled = async (isTrial: boolean) => {
    const { cls, family, booking } = await given(isTrial);
    expect((await cancel({ kind: 'session', ...keyOf(cls) })).status).toBe(200);
    const cancellation = at(await listCancellations(system.table, keyOf(cls)), 0);
    const settleWhile = (change: () => Promise<unknown>) =>
      withChangeBetween(system.table, change, () => settleCancellation(cancellation, system.deps));
    return { cls, family, booking, settleWhile };
  };

  it('where the booking moves to another slot: it is credited there [CAN-06, CAN-09]', async () => {
    const { cls, family, booking, settleWhile } = await givenCancelled(false);
    await expect(settleWhile(() => moveTo(family, booking, cls, 1))).rejects.toThrow(ContentionError);
    expect(await creditedTo(family)).toBe(0);
    await system.settle();
    expect(await creditedTo(family)).toBe(2_000);
  });

  it('where the session that a trial moves to is cancelled: it moves to the one after it [CAN-06, CAN-08]', async () => {
    const { cls, booking, settleWhile } = await givenCancelled(true);
    const next = { kind: 'session', ...keyOf(cls, nextSaturday) } as const;
    await expect(settleWhile(() => cancel(next))).rejects.toThrow(ContentionError);
    await system.settle();
    expect(await bookingsOf(cls)).toMatchObject([{ id: booking.id, trial_date: '2025-10-11' }]);
  });
});

it('a trial that the cancellation of another slot moved is not told of that one [CAN-08]', async () => {
  const { cls, family: first } = await given(true);
  const second = await system.addFamily();
  await book(second, cls, { isTrial: true, slot: 1 });
  for (const slot of [0, 1]) await cancelIn(cls, slot);
  expect(await subjectsTo(first)).toEqual(['Cancelled: Saturday 9:00 AM, Riverside Sports Ground']);
  expect(await subjectsTo(second)).toEqual(['Cancelled: Saturday 10:00 AM, Riverside Sports Ground']);
});

describe('a change of the time of a slot', () => {
  const freeUntilOf = async (booking: Booking) => {
    const { live } = await readBookingOrRecord(system.table, booking);
    if (!live) throw new Error('The booking is live');
    return freeUntil(endableOf(live, system.deps.timeZone).terms);
  };
  /** 48 hours before the first session, on Saturday, Sep 27, at 9:00 in London. */
  const agreed = '2025-09-25T08:00:00.000Z';

  it('before the move to it makes nothing free that was not free any more [END-05]', async () => {
    const { cls, family, booking } = await given();
    system.setTime(afterTheSession);
    await book(await system.addFamily(), cls, { slot: 1 });
    await changeTime(cls, 1, '12:00', '12:45');
    system.passTime(60_000);
    expect(await freeUntilOf(await moveTo(family, booking, cls, 1))).toBe(agreed);
  });

  it('after the move to it does, until the next session [END-05]', async () => {
    const { cls, moved } = await givenMoved();
    expect(await freeUntilOf(moved)).toBe(agreed);
    system.passTime(60_000);
    await changeTime(cls, 1, '12:00', '12:45');
    expect(await freeUntilOf(moved)).toBe('2025-10-04T11:00:00.000Z');
  });
});

describe('the calendar of a booking that moves within its class', () => {
  /** The events of a family's feed by date of their UIDs. */
  const eventsOf = async ({ id }: SampleFamily) => {
    const booked = await readBookedSlots(system.table, await listBookingsOfParent(system.table, id));
    const calendar = new ICAL.Component(ICAL.parse(sessionCalendar(booked, system.moment())));
    return new Map(
      calendar.getAllSubcomponents('vevent').map((component) => {
        const { uid, sequence, startDate } = new ICAL.Event(component);
        const status = component.getFirstPropertyValue('status');
        return [uid.slice(31, 41), { sequence, status, time: startDate.toString().slice(11, 16) }];
      }),
    );
  };

  it('shows each session at the time of its slot, and has no lower SEQUENCE after any change [ICS-03]', async () => {
    const { cls, family, booking } = await given();
    const changes = [
      () => cancelIn(cls, 0, {}, date('2025-10-04')),
      () => cancelIn(cls, 0, {}, date('2025-10-11')),
      () => moveTo(family, booking, cls, 1),
      () => cancelIn(cls, 1, {}, date('2025-10-18')),
      () => restore(keyOf(cls, date('2025-10-04'))),
      () => moveTo(family, booking, cls, 0),
      async () => {
        system.setTime(afterTheSession);
        await moveTo(family, booking, cls, 1);
      },
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
    expect(before.get(saturday)).toMatchObject({ time: '09:00' });
    expect(before.get('2025-10-25')).toMatchObject({ time: '10:00' });
  });
});
