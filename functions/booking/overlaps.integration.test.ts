import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '#infra/testing/runner/slowness';
import { at } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { bookableSlotSchema } from '#shared/booking/booking-input';
import { isSameTime } from '#shared/booking/overlaps';
import { date, time } from '#shared/testing/values';
import { placesIn } from '../ledger/ledger.ts';

const system = await startTests(bookingSteps);
const { move } = system;

/** Two classes on Saturdays from 9:00 to 9:45 and, in their second slots, from 10:00 to 10:45. */
const given = async () => ({
  cls: await system.addClass({ capacities: [5, 5] }),
  other: await system.addClass({ capacities: [5, 5], overrides: { class_type: 'eliteballerz' } }),
  family: await system.addFamily('Robin', 'Alex'),
});

const overlaps = (answer: Answer) =>
  expect(answer).toMatchObject({ status: 409, body: { code: 'sessionsOverlap' } });

describe('a booking with a session at the time of another one of the child', () => {
  it('is refused, with the child and both sessions named [BSK-04]', async () => {
    const { cls, other, family } = await given();
    await system.book(family, cls);
    const refused = await system.tryToBook(family, other);
    overlaps(refused);
    expect(refused.body).toMatchObject({
      detail:
        'Robin cannot be in two places at once: on Saturday, September 27, 2025, Eliteballerz (9:00 AM - 9:45 AM) is at the time of Juniorballerz at Riverside Sports Ground (9:00 AM - 9:45 AM), which is booked. Please choose another time, or cancel that booking first.',
    });
    expect((await system.placesOf(other)).counted).toBe(0);
    overlaps(await system.tryToBook(family, other, { isTrial: true }));
  });

  it('is not one of a sibling, of another time, or after that one ended [BSK-04]', async () => {
    const { cls, other, family } = await given();
    const booking = await system.book(family, cls);
    await system.book(family, other, { child: 1 });
    await system.book(family, other, { slot: 1 });
    await system.end(booking);
    await system.book(family, other);
  });

  it('is none where the other one is cancelled, and one where a make-up session replaced it [BSK-04]', async () => {
    const family = await system.addFamily();
    const cls = await system.addClass();
    await system.book(family, cls);
    const session = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date: date('2025-09-27') };
    const remedy = { kind: 'make-up', date: '2025-09-28' };
    const body = { target: { kind: 'session', ...session }, reason: 'weather', note: null, remedy };
    expect((await system.admin.call('cancelSessions', { body })).status).toBe(200);
    const oneDay = (day: string) =>
      system.addClass({ overrides: { start_date: date(day), end_date: date(day) } });
    await system.book(family, await oneDay('2025-09-27'));
    overlaps(await system.tryToBook(family, await oneDay('2025-09-28')));
    overlaps(await system.tryToBook(family, await oneDay('2025-10-04')));
  });

  it.each(['family', 'office'] as const)('is refused where the %s moves one to it [BSK-04]', async (name) => {
    const { cls, other, family } = await given();
    const by = name === 'office' ? name : family;
    await system.book(family, cls);
    const booking = await system.book(family, other, { slot: 1 });
    overlaps(await move(family, booking, other, 0, { by }));
    overlaps(await move(family, booking, await system.addClass(), 0, { by }));
    const later = await system.addClass({ hour: 15 });
    expect(await move(family, booking, later, 0, { by })).toMatchObject({ status: 200 });
  });

  it('is refused where the place of a trial is kept [BSK-04]', async () => {
    const { cls, family } = await given();
    const trial = await system.book(family, cls, { isTrial: true });
    const dates = { start_date: date('2025-10-04'), end_date: date('2025-11-01') };
    await system.book(family, await system.addClass({ overrides: dates }));
    overlaps(await system.keep(family, trial));
  });
});

it('the booking screen gets the sessions of the family’s other bookings [BSK-04]', async () => {
  const { cls, other, family } = await given();
  await system.book(family, cls, { child: 1, isTrial: true });
  const { body } = await system.asFamily(family, 'getBookableSlot', {
    params: { classId: other.id, slotId: at(other.time_slots, 0).id },
  });
  expect(bookableSlotSchema.parse(body).family_sessions).toEqual([
    {
      child_id: at(family.children, 1).id,
      class_id: cls.id,
      time_slot_id: at(cls.time_slots, 0).id,
      class_type: 'juniorballerz',
      venue: 'Riverside Sports Ground',
      sessions: [{ date: '2025-09-27', start_time: '09:00', end_time: '09:45' }],
    },
  ]);
});

/** One request of a child at once with others. */
const anyAct = fc.record({
  kind: fc.constantFrom('book', 'move'),
  ...{ cls: fc.nat(2), slot: fc.nat(1), child: fc.nat(1) },
});

it('is never stored, whatever a family books and moves at once [BSK-04]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 2, maxLength: 6 }), async (acts) => {
      const family = await system.addFamily('Robin', 'Alex');
      // On the same days: a slot overlaps those of the other classes with the same index.
      const classes = [
        await system.addClass({ capacities: [5, 5] }),
        await system.addClass({ capacities: [5, 5] }),
        await system.addClass({ capacities: [5, 5] }),
      ];
      const start = await system.addClass({ hour: 18, capacities: [5] });
      const moving = [await system.book(family, start), await system.book(family, start, { child: 1 })];
      const answers = await Promise.all(
        acts.map(({ kind, cls, slot, child }) =>
          kind === 'book'
            ? system.tryToBook(family, at(classes, cls), { slot, child })
            : move(family, at(moving, child), at(classes, cls), slot),
        ),
      );
      for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
      const places = placesIn((await system.accountOf(family)) ?? expect.fail('no ledger'));
      const timesOf = ({ class_id, time_slot_id }: (typeof places)[number]) => {
        const slot = [...classes, start]
          .find(({ id }) => id === class_id)
          ?.time_slots.find(({ id }) => id === time_slot_id);
        return { date: date('2025-09-27'), ...(slot ?? expect.fail('no slot')) };
      };
      const pairs = places.flatMap((one, index) => places.slice(index + 1).map((two) => [one, two] as const));
      for (const [one, two] of pairs)
        expect(one.child_id === two.child_id && isSameTime(timesOf(one), timesOf(two))).toBe(false);
      // Of several requests for one free time, one succeeds.
      const wanted = new Set(
        acts.flatMap(({ kind, child, slot }) => (kind === 'book' ? `${child}#${slot}` : [])),
      );
      for (const each of wanted) {
        const [child, slot] = each.split('#').map(Number);
        const start_time = time(slot === 0 ? '09:00' : '10:00');
        const has = places.some(
          (place) =>
            place.child_id === at(family.children, child ?? 0).id && timesOf(place).start_time === start_time,
        );
        expect(has).toBe(true);
      }
    }),
    { numRuns: repetitions(40) },
  );
});
