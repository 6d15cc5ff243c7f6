import { describe, expect, it } from 'vitest';
import { sampleClass, sampleVenue } from '#infra/testing/samples/samples';
import { type ClassFormValues, emptyClass, valuesOf } from './class-form-values.ts';
import { previewedClass } from './class-preview.tsx';

const complete: ClassFormValues = {
  ...emptyClass,
  class_type: 'miniballerz',
  weekly_rate: '20',
  start_date: '2026-03-07',
  end_date: '2026-05-02',
};
const preview = (values: Partial<ClassFormValues>, hosts: readonly string[] = []) =>
  previewedClass({ ...complete, ...values }, undefined, hosts, undefined);

describe('the preview of a class', () => {
  it('needs type, rate and dates only', () => {
    expect(preview({})).toMatchObject({
      class_type: 'miniballerz',
      weekly_rate: 2000,
      venue: 'Venue',
      coach_name: 'Name',
      image_url: null,
      time_slots: [],
    });
  });

  it.each([
    { class_type: '' },
    { weekly_rate: '' },
    { weekly_rate: '0' },
    { start_date: '' },
    { end_date: '2026-03-01' },
  ])('is not shown with %j', (values) => {
    expect(preview(values)).toBeNull();
  });

  it('shows the slots that are complete, by start time [DAT-11]', () => {
    const slot = { slot_id: '', start_time: '09:00', end_time: '10:00', max_capacity: '8' };
    const time_slots = [
      slot,
      { ...slot, start_time: '08:30', max_capacity: '9' },
      { ...slot, end_time: '' },
      { ...slot, end_time: '08:00' },
      { ...slot, max_capacity: '' },
    ];
    expect(preview({ time_slots })?.time_slots).toMatchObject([
      { start_time: '08:30', end_time: '10:00', max_capacity: 9, current_bookings: 0 },
      { start_time: '09:00', end_time: '10:00', max_capacity: 8, current_bookings: 0 },
    ]);
  });

  it('shows pictures of allowed hosts only', () => {
    const image_url = 'https://pictures.example/a.png';
    expect(preview({ image_url }, ['pictures.example'])?.image_url).toBe(image_url);
    expect(preview({ image_url }, ['other.example'])?.image_url).toBeNull();
    expect(preview({ image_url: 'http' }, ['pictures.example'])?.image_url).toBeNull();
  });

  it('keeps the bookings of a stored class', () => {
    const cls = sampleClass({ capacities: [10, 12] });
    const [first, second] = cls.time_slots.map((slot) => ({ ...slot, current_bookings: 7 }));
    if (!first || !second) throw new Error('two slots expected');
    const stored = { ...cls, time_slots: [first, second], version: 1, deleting: false, coach_ids: [] };
    const venue = { ...sampleVenue, name: 'Elsewhere' };
    const values = { ...valuesOf(stored), venue_id: venue.id };
    expect(previewedClass(values, stored, [], venue)).toEqual({
      ...cls,
      venue: 'Elsewhere',
      time_slots: [first, second],
    });
  });
});
