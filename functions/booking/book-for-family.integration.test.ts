import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import type { FootballClass } from '#shared/classes/class';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { bookingAmount } from '#shared/testing/session-calendars';
import { getTimeSlot } from '../classes/classes.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { listApplications } from '../waiting/applications.ts';
import { settleList } from '../waiting/ask-list.ts';
import { joinList } from '../waiting/steps.ts';
import { listBookingsOfParent, listBookingsOfSlot } from './bookings.ts';
import { endBooking } from './end-booking.ts';

const { table, handler } = await startTests(() => ({}));
const office = adminApi({ table });

const newFamily = async (
  children = [{ name: 'Robin Parent' }, { name: 'Kim Parent' }],
): Promise<SampleFamily> => {
  const family = sampleFamily({ children });
  await putFamily(table, family);
  return family;
};

const newClass = async (capacity = 10): Promise<FootballClass> => {
  const cls = sampleClass({ capacities: [capacity] });
  await putClass(table, cls);
  return cls;
};

const trialAmount = bookingAmount(sampleClass(), true, sampleToday);

const orderOf = (cls: FootballClass, family: SampleFamily, child = 0, overrides: object = {}) => ({
  class_id: cls.id,
  time_slot_id: at(cls.time_slots, 0).id,
  child_id: at(family.children, child).id,
  is_trial: false,
  amount: bookingAmount(cls, false, sampleToday),
  trial_date: null,
  calendar_version: 0,
  ...overrides,
});

const book = (
  family: SampleFamily,
  order: object,
  { reason = null, key = randomUUID() }: { reason?: string | null; key?: string } = {},
): Promise<Answer> =>
  office.call('bookForFamily', {
    params: { parentId: family.id },
    body: { order, above_capacity: reason },
    headers: { 'idempotency-key': key },
  });

const bookSelf = (family: SampleFamily, order: object, key = randomUUID()): Promise<Answer> =>
  invoke(handler, {
    route: 'bookSlot',
    userId: family.profile.id,
    familyId: family.id,
    headers: { 'idempotency-key': key },
    body: order,
  });

const slotOf = async (cls: FootballClass) =>
  (await getTimeSlot(table, cls.id, at(cls.time_slots, 0).id)) ?? expect.unreachable();

/** Counter and bookings of the slot, which always agree. */
const takenIn = async (cls: FootballClass): Promise<number> => {
  const { id, current_bookings } = await slotOf(cls);
  expect((await listBookingsOfSlot(table, id)).length).toBe(current_bookings);
  return current_bookings;
};

const deps = { table, clock: () => sampleNow, timeZone: sampleTimeZone };

/** The end of one of the bookings of the class. */
const leave = async (cls: FootballClass): Promise<void> => {
  const [booking] = await listBookingsOfSlot(table, at(cls.time_slots, 0).id);
  await endBooking(deps, booking ?? expect.unreachable(), {
    ending: { reason: 'cancelled' },
    by: 'parent',
    tell: false,
  });
};

const loggedOf = async (family: SampleFamily) =>
  (await readAllItems(table)).filter((item) => item.entity === 'activity' && item.family_id === family.id);

describe('a booking that the office makes for a family', () => {
  it('is what the family’s own booking would be, and the log and the booking name who made it [BHF-01]', async () => {
    const [cls, family, other] = [await newClass(), await newFamily(), await newFamily()];
    const mine = await bookSelf(other, orderOf(cls, other));
    const answer = await book(family, orderOf(cls, family));
    expect([mine.status, answer.status]).toEqual([201, 201]);
    const ledgers = await Promise.all(
      [family, other].map(({ id }) => getFamilyLedger(table, id, { consistent: true })),
    );
    const [own, others] = ledgers.map((ledger) => ({
      charged: ledger?.charged,
      due_plans: Object.values(ledger?.due_plans ?? {}),
      hour_bookings: ledger?.hour_bookings,
    }));
    expect(own).toEqual(others);
    const [booking] = await listBookingsOfParent(table, family.id);
    const [selfBooked] = await listBookingsOfParent(table, other.id);
    expect(booking).toMatchObject({ booked_by: office.userId });
    expect(booking?.booked_by_adult).toBeUndefined();
    expect(selfBooked).toMatchObject({ booked_by_adult: other.profile.id });
    expect(selfBooked?.booked_by).toBeUndefined();
    const { dates, amount, discount, due_dates } = booking ?? expect.unreachable();
    expect({ dates, amount, discount, due_dates }).toEqual({
      dates: selfBooked?.dates,
      amount: selfBooked?.amount,
      discount: selfBooked?.discount,
      due_dates: selfBooked?.due_dates,
    });
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
    ['another trial', { is_trial: true, amount: trialAmount, trial_date: '2025-10-04' }, 'trialDateChanged'],
    ['an unknown child', { child_id: 'chd_unknown' }, 'childNotFound'],
  ])('is refused for %s, as the family’s own is [BHF-01]', async (_, overrides, code) => {
    const [cls, family] = [await newClass(), await newFamily()];
    const order = orderOf(cls, family, 0, overrides);
    for (const answer of [await book(family, order, { reason: 'Siblings' }), await bookSelf(family, order)])
      expect(answer.body).toMatchObject({ code });
    expect(await takenIn(cls)).toBe(0);
    expect(await loggedOf(family)).toEqual([]);
  });

  it('is refused for the child of another family, and for no family [BHF-01]', async () => {
    const [cls, family, other] = [await newClass(), await newFamily(), await newFamily()];
    expect(await book(family, orderOf(cls, other))).toMatchObject({ body: { code: 'childNotFound' } });
    expect(await book(sampleFamily(), orderOf(cls, other))).toMatchObject({
      status: 404,
      body: { code: 'parentNotFound' },
    });
    expect(await takenIn(cls)).toBe(0);
  });

  it('is one, however often one attempt is sent [BHF-01, BOK-53]', async () => {
    const [cls, family] = [await newClass(), await newFamily()];
    const key = randomUUID();
    const answers = [
      await book(family, orderOf(cls, family), { key }),
      await book(family, orderOf(cls, family), { key }),
    ];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await takenIn(cls)).toBe(1);
    expect(await loggedOf(family)).toHaveLength(1);
    expect(await book(family, orderOf(cls, family))).toMatchObject({ body: { code: 'alreadyBooked' } });
  });

  it('shows no card of a child [BHF-01, SEE-01]', async () => {
    const [cls, family] = [await newClass(), await newFamily()];
    const answer = await office.call('getFamilySlot', {
      params: { parentId: family.id, classId: cls.id, slotId: at(cls.time_slots, 0).id },
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(Object(answer.body).children[0]).toSorted()).toEqual(['date_of_birth', 'id', 'name']);
  });
});

describe('a full slot', () => {
  const filled = async (capacity = 1) => {
    const cls = await newClass(capacity);
    for (let taken = 0; taken < capacity; taken += 1) {
      const family = await newFamily();
      expect((await bookSelf(family, orderOf(cls, family))).status).toBe(201);
    }
    return cls;
  };

  it('gets one more with a reason, and is full for everybody else until as many left [BHF-01]', async () => {
    const [cls, family, late] = [await filled(2), await newFamily(), await newFamily()];
    expect(await book(family, orderOf(cls, family))).toMatchObject({ body: { code: 'slotFull' } });
    const reason = 'Her brother plays in the same hour';
    expect((await book(family, orderOf(cls, family), { reason })).status).toBe(201);
    expect(await takenIn(cls)).toBe(3);
    const roster = await office.call('getRoster', { params: { classId: cls.id } });
    expect(Object(roster.body).bookings).toContainEqual(
      expect.objectContaining({ parent_id: family.id, above_capacity: reason }),
    );
    expect(JSON.stringify(await loggedOf(family))).not.toContain(reason);
    for (const left of [3, 2]) {
      expect(await takenIn(cls)).toBe(left);
      expect(await bookSelf(late, orderOf(cls, late))).toMatchObject({ body: { code: 'slotFull' } });
      await leave(cls);
    }
    expect((await bookSelf(late, orderOf(cls, late))).status).toBe(201);
    expect(await takenIn(cls)).toBe(2);
    // With the place goes the reason.
    expect(
      JSON.stringify((await readAllItems(table)).filter((item) => item.entity === 'ended-booking')),
    ).not.toContain(reason);
  });

  it('can be edited with more bookings than places, and loses no place that is taken [BHF-01]', async () => {
    const [cls, family] = [await filled(2), await newFamily()];
    await book(family, orderOf(cls, family), { reason: 'Twins' });
    const edit = async (max_capacity: number) => {
      const { id, start_time } = at(cls.time_slots, 0);
      return office.call('updateClass', {
        params: { classId: cls.id },
        body: {
          coach_name: `Coach ${randomUUID()}`,
          time_slots: [{ id, start_time, end_time: '11:15', max_capacity }],
        },
      });
    };
    expect((await edit(2)).status).toBe(200);
    expect(await edit(1)).toMatchObject({ body: { code: 'capacityBelowBookings' } });
    expect((await edit(4)).status).toBe(200);
    expect(await takenIn(cls)).toBe(3);
  });

  it('is not offered to its waiting list while it has more bookings than places [BHF-01]', async () => {
    const [cls, family, waiting] = [await filled(1), await newFamily(), await newFamily()];
    const slot = at(cls.time_slots, 0);
    await joinList(
      {
        parentId: waiting.id,
        order: { class_id: cls.id, time_slot_id: slot.id, child_ids: [at(waiting.children, 0).id] },
        attempt: idempotencyKeySchema.parse(randomUUID()),
        actor: office.userId,
      },
      deps,
    );
    expect((await book(family, orderOf(cls, family), { reason: 'Twins' })).status).toBe(201);
    const offered = async () => {
      await settleList({ class_id: cls.id, id: slot.id }, deps);
      return at(await listApplications(table, slot.id), 0).offer_id;
    };
    for (const isOffered of [false, true]) {
      await leave(cls);
      expect(Boolean(await offered())).toBe(isOffered);
    }
    // The place of the offer.
    expect(await slotOf(cls)).toMatchObject({ current_bookings: 1 });
    expect(await listBookingsOfSlot(table, slot.id)).toEqual([]);
  });

  it('has its last place taken once by office and parents at the same moment [BHF-01, BOK-28]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cls = await newClass(1);
      const families = await Promise.all(Array.from({ length: 6 }, () => newFamily()));
      const answers = await Promise.all(
        families.map((family, index) =>
          index % 2 === 0 ? book(family, orderOf(cls, family)) : bookSelf(family, orderOf(cls, family)),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const { status, body } of answers)
        if (status !== 201) expect(Object(body).code).toMatch(/slotFull|busy/);
      expect(await takenIn(cls)).toBe(1);
    }
  });
});
