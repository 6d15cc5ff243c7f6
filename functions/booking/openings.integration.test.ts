import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, formOf, type SampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { bookableSlotSchema } from '#shared/booking/booking-input';
import type { FootballClass } from '#shared/classes/class';
import { toInstant } from '#shared/lib/business-time';
import { instantOf } from '#shared/lib/values';
import { date, time } from '#shared/testing/values';

const system = await startTests(bookingSteps);

const opening = (day: string, wall: string) =>
  instantOf(toInstant(date(day), time(wall), system.deps.timeZone));
const secondsAfter = (at: string, seconds: number) => new Date(Date.parse(at) + seconds * 1_000);

const friday = opening('2025-09-26', '09:00');
const saturday = opening('2025-09-27', '09:00');

/** A class of the next term. */
const nextTerm = (openings: Partial<FootballClass>, capacities = [10]) =>
  system.addClass({
    capacities,
    overrides: { start_date: date('2026-04-11'), end_date: date('2026-06-06'), ...openings },
  });

const codeOf = ({ body }: Answer): unknown => Reflect.get(Object(body), 'code');
const detailOf = ({ body }: Answer): unknown => Reflect.get(Object(body), 'detail');

/** When the class opens for the family, as its booking screen is told. */
const opensAt = async (family: SampleFamily, cls: FootballClass) => {
  const params = { classId: cls.id, slotId: at(cls.time_slots, 0).id };
  const { body } = await system.asFamily(family, 'getBookableSlot', { params });
  return bookableSlotSchema.parse(body).opens_at;
};

describe('a class that opens later', () => {
  // In London clocks go back on Oct 26, 2025 and forward on Mar 29, 2026, at 1:00 UTC.
  it.each([
    ['2025-09-27', '09:00', '2025-09-27T08:00:00.000Z', 'Sat, 9:00 AM'],
    ['2025-10-26', '09:00', '2025-10-26T09:00:00.000Z', 'Sun, 9:00 AM'],
    // The hour is there twice.
    ['2025-10-26', '01:30', '2025-10-26T00:30:00.000Z', 'Sun, 1:30 AM GMT+1'],
    ['2026-03-29', '09:00', '2026-03-29T08:00:00.000Z', 'Sun, 9:00 AM'],
    ['2026-03-29', '01:30', '2026-03-29T01:30:00.000Z', 'Sun, 2:30 AM'],
  ])(
    'on %s at %s refuses a second before, and takes a second after [TRM-06, TRM-11]',
    async (day, wall, utc, text) => {
      const opens_at = opening(day, wall);
      expect(opens_at).toBe(utc);
      const [cls, family] = [await nextTerm({ opens_at }), await system.addFamily()];
      for (const isTrial of [true, false]) {
        system.setTime(secondsAfter(opens_at, -1));
        const early = await system.tryToBook(family, cls, { isTrial });
        expect([early.status, codeOf(early)]).toEqual([409, 'notOpenYet']);
        expect(detailOf(early)).toBe(`This class opens for you on ${text}. Please book it then.`);
        expect(await opensAt(family, cls)).toBe(opens_at);
      }
      expect((await system.placesOf(cls)).counted).toBe(0);
      system.setTime(secondsAfter(opens_at, 1));
      expect(await opensAt(family, cls)).toBeNull();
      expect((await system.tryToBook(family, cls)).status).toBe(201);
    },
  );

  it('opens for current families first, by their stored bookings [TRM-06]', async () => {
    const cls = await nextTerm({ opens_for_current_at: friday, opens_at: saturday });
    const current = await system.addFamily('Robin', 'Toni', 'Alex');
    await system.book(current, await system.addClass());
    const [other, onTrial] = [await system.addFamily(), await system.addFamily()];
    await system.book(onTrial, await system.addClass(), { isTrial: true });
    system.setTime(secondsAfter(friday, -1));
    expect(detailOf(await system.tryToBook(current, cls))).toContain('Fri, 9:00 AM');
    expect(await opensAt(current, cls)).toBe(friday);
    system.setTime(secondsAfter(friday, 1));
    expect((await system.tryToBook(current, cls)).status).toBe(201);
    for (const family of [other, onTrial]) {
      expect(detailOf(await system.tryToBook(family, cls))).toContain('Sat, 9:00 AM');
      expect(await opensAt(family, cls)).toBe(saturday);
    }
    system.setTime(secondsAfter(saturday, 1));
    expect((await system.tryToBook(other, cls)).status).toBe(201);
  });

  it('takes no booking by a read of earlier openings: the transaction refuses it [TRM-06]', async () => {
    const [cls, family] = [await nextTerm({ opens_at: saturday }), await system.addFamily()];
    system.setTime(secondsAfter(saturday, 1));
    const body = { ...formOf(cls), opens_at: opening('2025-10-04', '09:00') };
    const answer = await withChangeBetween(
      system.table,
      () => system.admin.call('updateClass', { params: { classId: cls.id }, body }),
      () => system.tryToBook(family, cls),
    );
    expect(codeOf(answer)).toBe('calendarChanged');
    expect((await system.placesOf(cls)).counted).toBe(0);
  });

  it('answers a repeated attempt with the booking that it made before [TRM-06] [BOK-53]', async () => {
    const [cls, family, key] = [await nextTerm({ opens_at: null }), await system.addFamily(), randomUUID()];
    const change = await system.orderOf(family, cls);
    const { id } = await system.book(family, cls, { key });
    const body = { ...formOf(cls), opens_at: saturday };
    await system.admin.call('updateClass', { params: { classId: cls.id }, body });
    const again = await system.tryToBook(family, cls, { key, change });
    expect(again).toMatchObject({ status: 201, body: { id } });
  });

  it('takes a moved booking by an administrator alone [TRM-06]', async () => {
    const [family, from] = [await system.addFamily(), await system.addClass()];
    const booking = await system.book(family, from);
    const cls = await nextTerm({ opens_at: saturday });
    expect(codeOf(await system.move(family, booking, cls))).toBe('notOpenYet');
    expect((await system.move(family, booking, cls, 0, { by: 'office' })).status).toBe(200);
  });
});
