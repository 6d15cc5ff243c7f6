import { describe, expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { deleteFamily } from '#infra/testing/samples/stored';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { Booking } from '#shared/booking/booking';
import { keepTerms } from '#shared/booking/keep-terms';
import type { FootballClass } from '#shared/classes/class';

const system = await startTests(bookingSteps);

const given = async () => ({
  cls: await system.addClass({ capacities: [5, 5] }),
  family: await system.addFamily('Ana', 'Ben'),
});

const rename = async (family: SampleFamily, name: string): Promise<void> => {
  const { id, date_of_birth } = at(family.children, 0);
  const request = { params: { childId: id }, body: { name, date_of_birth } };
  expect(await system.asFamily(family, 'updateChild', request)).toMatchObject({ status: 204 });
};

const move = async (family: SampleFamily, booking: Booking, cls: FootballClass): Promise<void> => {
  const { id, class_id, time_slot_id, child_id } = booking;
  const answer = await system.asFamily(family, 'moveMyBooking', {
    params: { bookingId: id },
    body: {
      booking: { class_id, time_slot_id, child_id },
      class_id,
      time_slot_id: at(cls.time_slots, 1).id,
      calendar_version: 0,
      credit: 0,
      charge: 0,
    },
  });
  expect(answer).toMatchObject({ status: 200 });
};

const keep = async (family: SampleFamily, trial: Booking, cls: FootballClass): Promise<void> => {
  const { id, class_id, time_slot_id, child_id } = trial;
  const { time_slots, ...stored } = await system.classNow(cls.id);
  const terms = keepTerms(
    at((await system.placesOf(cls)).bookings, 0),
    stored,
    at(time_slots, 0),
    system.moment(),
  );
  const answer = await system.asFamily(family, 'upgradeTrial', {
    params: { bookingId: id },
    body: { booking: { class_id, time_slot_id, child_id }, amount: terms?.amount, calendar_version: 0 },
  });
  expect(answer).toMatchObject({ status: 200 });
};

const namesIn = async (cls: FootballClass, slot = 0): Promise<string[]> =>
  (await system.placesOf(cls, slot)).bookings.map(({ child_name }) => child_name).toSorted();

describe('a child that is renamed between the read and the transaction of', () => {
  it('its booking has the new name on it [KID-01]', async () => {
    const { cls, family } = await given();
    const booked = await withChangeBetween(
      system.table,
      () => rename(family, 'Anna'),
      () => system.book(family, cls),
    );
    expect(booked).toMatchObject({ child_name: 'Anna', child_age: 7 });
    expect(await namesIn(cls)).toEqual(['Anna']);
  });

  it('its booking has the new name on it where it was renamed before [KID-01]', async () => {
    const { cls, family } = await given();
    await rename(family, 'Anna');
    await system.book(family, cls, { child: 1 });
    await withChangeBetween(
      system.table,
      () => rename(family, 'Hanna'),
      () => system.book(family, cls),
    );
    expect(await namesIn(cls)).toEqual(['Ben', 'Hanna']);
  });

  it('a move has the new name on the moved booking', async () => {
    const { cls, family } = await given();
    const booking = await system.book(family, cls);
    await withChangeBetween(
      system.table,
      () => rename(family, 'Anna'),
      () => move(family, booking, cls),
    );
    expect(await namesIn(cls, 1)).toEqual(['Anna']);
  });

  it('the upgrade of its trial has the new name on the full programme', async () => {
    const { cls, family } = await given();
    const trial = await system.book(family, cls, { isTrial: true });
    system.setTime('2025-09-29T10:00:00Z');
    await withChangeBetween(
      system.table,
      () => rename(family, 'Anna'),
      () => keep(family, trial, cls),
    );
    expect((await system.placesOf(cls)).bookings).toMatchObject([{ child_name: 'Anna', is_trial: false }]);
  });
});

describe('the new name of a child is on', () => {
  it('the first booking, made after the edit read the bookings [KID-01]', async () => {
    const { cls, family } = await given();
    await withChangeBetween(
      system.table,
      () => system.book(family, cls),
      () => rename(family, 'Anna'),
    );
    expect(await namesIn(cls)).toEqual(['Anna']);
  });

  it('a further booking, made after the edit read the bookings [KID-01]', async () => {
    const { cls, family } = await given();
    await system.book(family, cls, { child: 1 });
    await withChangeBetween(
      system.table,
      () => system.book(family, cls),
      () => rename(family, 'Anna'),
    );
    expect(await namesIn(cls)).toEqual(['Anna', 'Ben']);
  });

  it('a booking that moved after the edit read the bookings', async () => {
    const { cls, family } = await given();
    const booking = await system.book(family, cls);
    await withChangeBetween(
      system.table,
      () => move(family, booking, cls),
      () => rename(family, 'Anna'),
    );
    expect(await namesIn(cls, 1)).toEqual(['Anna']);
  });
});

describe('a renamed child', () => {
  it('is not in the account of an erased family, which is kept [END-12]', async () => {
    const { cls, family } = await given();
    await system.book(family, cls);
    await rename(family, 'Anna');
    await deleteFamily(system, { familyId: family.id, by: 'parent' });
    const account = await system.accountOf(family);
    expect([account?.charged, account?.renamed_children]).toEqual([12_000, {}]);
  });
});
