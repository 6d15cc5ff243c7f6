import { describe, expect, it } from 'vitest';
import { putVenue } from '#infra/local/seed/put';
import {
  at,
  enteredClass,
  sampleBooking,
  sampleVenue,
  sampleVenueNamed,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { startTests } from '#infra/testing/services/system';
import { type ManagedClass, managedClassSchema } from '#shared/classes/managed-class';
import type { TimeSlot } from '#shared/sessions/slot';
import { takePlace } from '../booking/take-place.ts';
import { getClass, getTimeSlot } from './classes.ts';
import { venueOfClass } from './venues.ts';

const { table, admin } = await startTests(() => ({}));

const [onceHall, hall2, firstHall, secondHall] = [
  sampleVenueNamed('Once Hall'),
  sampleVenueNamed('Hall 2'),
  sampleVenueNamed('First hall'),
  sampleVenueNamed('Second hall'),
];
for (const venue of [sampleVenue, onceHall, hall2, firstHall, secondHall]) await putVenue(table, venue);

/** The form as it is stored: with the name of the venue. */
const { venue_id: _, ...enteredWithoutVenue } = enteredClass;
const savedClass = { ...enteredWithoutVenue, venue: sampleVenue.name };

const rows = [
  { start_time: '10:00', end_time: '10:45', max_capacity: 3 },
  { start_time: '09:00', end_time: '09:45:00', max_capacity: 5 },
];

const create = async (overrides: Record<string, unknown> = {}): Promise<ManagedClass> => {
  const answer = await admin.call('createClass', {
    body: { ...enteredClass, time_slots: rows, ...overrides },
  });
  expect(answer.status).toBe(201);
  return managedClassSchema.parse(answer.body);
};

const rowOf = ({ id, start_time, end_time, max_capacity }: TimeSlot) => ({
  id,
  start_time,
  end_time,
  max_capacity,
});

const update = (cls: ManagedClass, overrides: Record<string, unknown> = {}, api = admin) =>
  api.call('updateClass', {
    params: { classId: cls.id },
    body: { ...enteredClass, time_slots: cls.time_slots.map(rowOf), ...overrides },
  });

const book = async (cls: ManagedClass, slot: TimeSlot, places: number) => {
  for (let place = 0; place < places; place += 1) {
    const family = await storedFamily(table);
    const result = await takePlace(table, sampleBooking(cls, family, { time_slot_id: slot.id }));
    expect(result).toMatchObject({ outcome: 'booked' });
  }
};

const stored = async (cls: ManagedClass) =>
  (await admin.read('listManagedClasses')).classes.find(({ id }) => id === cls.id);

describe('creating a class', () => {
  it('stores the entered fields, the total price and the creator, at version 1 [API-06, PRM-06, PRC-16, DAT-03, DAT-04, DAT-05]', async () => {
    const cls = await create();
    const fresh = { trial_price: null, version: 1, deleting: false };
    expect(cls).toMatchObject({ ...savedClass, ...fresh, price: 18000, created_by: admin.userId });
    expect(await stored(cls)).toEqual(cls);
    expect((await getClass(table, cls.id))?.venue).toBe(sampleVenue.name);
  });

  it('stores its slots ordered by start time, without bookings [DAT-01, DAT-08]', async () => {
    const cls = await create();
    expect(cls.time_slots).toEqual([
      expect.objectContaining({ ...rows[1], class_id: cls.id, current_bookings: 0 }),
      expect.objectContaining({ ...rows[0], class_id: cls.id, current_bookings: 0 }),
    ]);
  });

  it('refuses a picture on a host that the settings do not name', async () => {
    const image_url = 'https://elsewhere.example/a.jpg';
    const issues = [{ field: 'image_url', message: 'Use a picture on pictures.example' }];
    const body = { ...enteredClass, image_url, time_slots: rows };
    expect(await admin.call('createClass', { body })).toMatchObject({ status: 400, body: { issues } });
    const { id } = await create();
    const changed = { ...enteredClass, image_url, time_slots: [] };
    expect(await admin.call('updateClass', { params: { classId: id }, body: changed })).toMatchObject({
      status: 400,
      body: { issues },
    });
  });
});

describe('changing a class', () => {
  it('stores the same fields, and the total price by the new dates and rate [API-07, PRC-16, ADM-23]', async () => {
    const cls = await create();
    const fields = {
      coach_name: 'Alex',
      class_type: 'miniballerz',
      weekly_rate: 2500,
      end_date: '2025-09-20',
      image_url: 'https://pictures.example/a.jpg',
    };
    const answer = await update(cls, { ...fields, venue_id: hall2.id });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...cls,
        ...fields,
        price: 7500,
        version: 2,
        ...venueOfClass(hall2),
        time_slots: cls.time_slots.map((slot) => ({ ...slot, calendar_version: 1 })),
      },
    });
    expect(await stored(cls)).toEqual(answer.body);
  });

  it('adds, changes and removes slots in one request [ADM-31]', async () => {
    const cls = await create();
    const [nine, ten] = [at(cls.time_slots, 0), at(cls.time_slots, 1)];
    const answer = await update(cls, {
      time_slots: [
        { ...rowOf(ten), start_time: '10:30', end_time: '11:30', max_capacity: 9 },
        { start_time: '12:00', end_time: '13:00', max_capacity: 4 },
      ],
    });
    expect(managedClassSchema.parse(answer.body).time_slots).toMatchObject([
      { id: ten.id, start_time: '10:30', end_time: '11:30', max_capacity: 9, current_bookings: 0 },
      { start_time: '12:00', end_time: '13:00', max_capacity: 4, current_bookings: 0 },
    ]);
    expect(await getTimeSlot(table, cls.id, nine.id)).toBeUndefined();
  });

  it('stores what two people change of it at once: a slot each, and a new one [PRF-01, ADM-31]', async () => {
    const cls = await create();
    const [nine, ten] = cls.time_slots.map(rowOf);
    if (!nine || !ten) throw new Error('The class has two slots');
    const shown = { time_slots: [nine, ten] };
    const added = { start_time: '12:00', end_time: '13:00', max_capacity: 4 };
    const send = (time_slots: object[]) =>
      admin.call('updateClass', { params: { classId: cls.id }, body: { time_slots, shown } });
    expect((await send([{ ...nine, max_capacity: 8 }, ten, added])).status).toBe(200);
    // The same edit, whose answer was lost, adds no second slot.
    expect((await send([{ ...nine, max_capacity: 8 }, ten, added])).status).toBe(200);
    expect((await send([nine, { ...ten, max_capacity: 9 }])).status).toBe(200);
    expect((await stored(cls))?.time_slots).toMatchObject([
      { id: nine.id, max_capacity: 8 },
      { id: ten.id, max_capacity: 9 },
      added,
    ]);
    expect(await send([nine])).toMatchObject({ status: 409, body: { code: 'changedMeanwhile' } });
  });

  it('refuses a slot of another class [ADM-31]', async () => {
    const [cls, other] = [await create(), await create()];
    const foreign = rowOf(at(other.time_slots, 0));
    const refused = await update(cls, { time_slots: [...cls.time_slots.map(rowOf), foreign] });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ field: 'time_slots.2.id' }] } });
  });

  it('refuses a capacity below the number of bookings, names the row, and stores nothing [ADM-31]', async () => {
    const cls = await create();
    const slot = at(cls.time_slots, 0);
    await book(cls, slot, 3);
    const body = { venue_id: hall2.id, time_slots: cls.time_slots.map(rowOf) };
    const to = (max_capacity: number) => ({
      ...body,
      time_slots: [{ ...at(body.time_slots, 0), max_capacity }, at(body.time_slots, 1)],
    });
    const refused = await update(cls, to(2));
    const text =
      'The time slot 9:00 AM - 9:45 AM has 3 booked already. Please enter a capacity of at least 3.';
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'capacityBelowBookings',
        detail: text,
        issues: [{ field: 'time_slots.0.max_capacity', message: text }],
      },
    });
    expect(await stored(cls)).toMatchObject({ venue: sampleVenue.name, version: 1 });
    expect((await update(cls, to(3))).status).toBe(200);
  });
});
