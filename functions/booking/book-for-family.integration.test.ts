import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily, sampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { listApplications } from '../waiting/applications.ts';
import { settleList } from '../waiting/ask-list.ts';
import { joinList } from '../waiting/steps.ts';
import { listBookingsOfParent } from './bookings.ts';

const system = await startTests(bookingSteps);
const { table, admin: office, tryToBook, addFamily } = system;
const by = 'office';
const strangers = await addFamily();

/** A class whose first places are taken. */
const given = async (capacity = 10, taken = 0) => {
  const cls = await system.addClass({ capacities: [capacity] });
  for (let place = 0; place < taken; place += 1) await system.book(await addFamily(), cls);
  return { cls, family: await addFamily('Robin', 'Kim') };
};

const book = async (
  family: SampleFamily,
  cls: FootballClass,
  above_capacity: string | null = null,
  change = {},
) => {
  const order = { ...(await system.orderOf(family, cls)), ...change };
  return office.call('bookForFamily', { params: { parentId: family.id }, body: { order, above_capacity } });
};

/** How many places are taken, which agrees with the bookings of the slot. */
const takenIn = async (cls: FootballClass): Promise<number> => {
  const { counted, bookings } = await system.placesOf(cls);
  expect(bookings).toHaveLength(counted);
  return counted;
};

/** The end of one of the bookings of the class. */
const leave = async (cls: FootballClass) => system.end(at((await system.placesOf(cls)).bookings, 0));

const loggedOf = ({ id }: SampleFamily) =>
  system.items(({ entity, family_id }) => entity === 'activity' && family_id === id);

describe('a booking that the office makes for a family', () => {
  it('is what the family’s own booking would be, and the log and the booking name who made it [BHF-01]', async () => {
    const { cls, family } = await given();
    const other = await addFamily();
    await system.book(other, cls);
    await system.book(family, cls, { by });
    const [[booking], [selfBooked]] = [
      await listBookingsOfParent(table, family.id),
      await listBookingsOfParent(table, other.id),
    ];
    const [own, others] = await Promise.all(
      [family, other].map(async (each) => {
        const { charged, due_plans, hour_bookings } =
          (await system.accountOf(each)) ?? expect.fail('no ledger');
        return { charged, due_plans: Object.values(due_plans), hour_bookings };
      }),
    );
    expect(own).toEqual(others);
    expect(booking).toMatchObject({ booked_by: office.userId });
    expect(booking?.booked_by_adult).toBeUndefined();
    expect(selfBooked).toMatchObject({ booked_by_adult: other.profile.id });
    expect(selfBooked?.booked_by).toBeUndefined();
    for (const name of ['dates', 'amount', 'discount', 'due_dates'] as const)
      expect(booking?.[name]).toEqual(selfBooked?.[name]);
    expect(await loggedOf(family)).toMatchObject([
      { action: 'booking.made', actor_id: office.userId, subject_id: booking?.id, class_id: cls.id },
    ]);
    expect(await loggedOf(other)).toEqual([]);
    const { body } = await office.call('listActivity');
    expect(Object(body).entries).toContainEqual(
      expect.objectContaining({ subject_id: booking?.id, family_name: family.profile.full_name }),
    );
  });

  it.each([
    ['another price', { amount: 1 }, 'priceChanged'],
    ['other due dates', { due_dates: ['2025-10-01'] }, 'dueDatesChanged'],
    ['another calendar', { calendar_version: 7 }, 'calendarChanged'],
    ['another trial', { is_trial: true, amount: 2_000, trial_date: '2025-10-04' }, 'trialDateChanged'],
    ['an unknown child', { child_id: 'chd_unknown' }, 'childNotFound'],
    ['the child of another family', { child_id: at(strangers.children, 0).id }, 'childNotFound'],
  ])('is refused for %s, as the family’s own is [BHF-01]', async (_, change, code) => {
    const { cls, family } = await given();
    expect((await book(family, cls, 'Siblings', change)).body).toMatchObject({ code });
    expect((await tryToBook(family, cls, { change })).body).toMatchObject({ code });
    expect(await takenIn(cls)).toBe(0);
    expect(await loggedOf(family)).toEqual([]);
  });

  it('is refused for no family [BHF-01]', async () => {
    const { cls, family } = await given();
    const body = { order: await system.orderOf(family, cls), above_capacity: null };
    const params = { parentId: sampleFamily().id };
    const refused = { status: 404, body: { code: 'parentNotFound' } };
    expect(await office.call('bookForFamily', { params, body })).toMatchObject(refused);
  });

  it('shows no card of a child [BHF-01, SEE-01]', async () => {
    const { cls, family } = await given();
    const params = { parentId: family.id, classId: cls.id, slotId: at(cls.time_slots, 0).id };
    const { body } = await office.call('getFamilySlot', { params });
    expect(Object.keys(Object(body).children[0]).toSorted()).toEqual(['date_of_birth', 'id', 'name']);
  });
});

describe('a full slot', () => {
  it('gets one more with a reason, and is full for everybody else until as many left [BHF-01]', async () => {
    const { cls, family } = await given(2, 2);
    const late = await addFamily();
    const full = { body: { code: 'slotFull' } };
    expect(await tryToBook(family, cls, { by })).toMatchObject(full);
    const reason = 'Her brother plays in the same hour';
    expect((await book(family, cls, reason)).status).toBe(201);
    const roster = await office.call('getRoster', { params: { classId: cls.id } });
    expect(Object(roster.body).bookings).toContainEqual(
      expect.objectContaining({ parent_id: family.id, above_capacity: reason }),
    );
    expect(JSON.stringify(await loggedOf(family))).not.toContain(reason);
    for (const left of [3, 2]) {
      expect(await takenIn(cls)).toBe(left);
      expect(await tryToBook(late, cls)).toMatchObject(full);
      await leave(cls);
    }
    expect((await tryToBook(late, cls)).status).toBe(201);
    expect(await takenIn(cls)).toBe(2);
    // With the place goes the reason.
    const ended = await system.items(({ entity }) => entity === 'ended-booking');
    expect(JSON.stringify(ended)).not.toContain(reason);
  });

  it('can be edited with more bookings than places, and loses no place that is taken [BHF-01]', async () => {
    const { cls, family } = await given(2, 2);
    await book(family, cls, 'Twins');
    const { id, start_time } = at(cls.time_slots, 0);
    const edit = (max_capacity: number) => {
      const time_slots = [{ id, start_time, end_time: '11:15', max_capacity }];
      const body = { coach_name: `Coach ${randomUUID()}`, time_slots };
      return office.call('updateClass', { params: { classId: cls.id }, body });
    };
    expect((await edit(2)).status).toBe(200);
    expect(await edit(1)).toMatchObject({ body: { code: 'capacityBelowBookings' } });
    expect((await edit(4)).status).toBe(200);
    expect(await takenIn(cls)).toBe(3);
  });

  it('is not offered to its waiting list while it has more bookings than places [BHF-01]', async () => {
    const { cls, family } = await given(1, 1);
    const waiting = await addFamily();
    const { id } = at(cls.time_slots, 0);
    const order = { class_id: cls.id, time_slot_id: id, child_ids: [at(waiting.children, 0).id] };
    const attempt = idempotencyKeySchema.parse(randomUUID());
    await joinList({ parentId: waiting.id, order, attempt, actor: office.userId }, system.deps);
    expect((await book(family, cls, 'Twins')).status).toBe(201);
    for (const isOffered of [false, true]) {
      await leave(cls);
      await settleList({ class_id: cls.id, id }, system.deps);
      expect(Boolean(at(await listApplications(table, id), 0).offer_id)).toBe(isOffered);
    }
    // The place of the offer.
    expect(await system.placesOf(cls)).toEqual({ counted: 1, bookings: [] });
  });

  it('has its last place taken once by office and parents at the same moment [BHF-01, BOK-28]', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { cls } = await given(1);
      const families = await Promise.all(Array.from({ length: 6 }, () => addFamily()));
      const answers = await Promise.all(
        families.map((family, index) => tryToBook(family, cls, index % 2 === 0 ? { by } : {})),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const { status, body } of answers)
        if (status !== 201) expect(Object(body).code).toMatch(/slotFull|busy/);
      expect(await takenIn(cls)).toBe(1);
    }
  });
});
