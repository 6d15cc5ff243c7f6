import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits';
import { programmeIds } from '#shared/programmes';
import { issuesOf } from '../testing/values.ts';
import { changedClassSchema, createClassSchema } from './class-input.ts';

const slot = { start_time: '09:00', end_time: '09:45', max_capacity: 10 };
const entered = {
  class_type: 'miniballerz',
  venue_id: `ven_${'0'.repeat(26)}`,
  coach_name: 'Sam Okafor',
  weekly_rate: 2000,
  start_date: '2025-09-06',
  end_date: '2025-11-01',
  skipped_dates: [],
  image_url: null,
  opens_for_current_at: null,
  opens_at: null,
  time_slots: [slot],
};

const datesRequired = 'Please select both start and end dates';
const rateRequired = 'Please enter a valid weekly rate';

describe.each([
  ['a new class', createClassSchema, {}],
  ['a changed class', changedClassSchema, {}],
] as const)('%s', (_name, schema, extra) => {
  const issues = (overrides: Record<string, unknown>) =>
    issuesOf(schema, { ...entered, ...extra, ...overrides });

  it('is accepted, with its texts trimmed', () => {
    const parsed = schema.parse({ ...entered, ...extra, coach_name: '  Sam   Two ' });
    expect(parsed).toEqual({ ...entered, ...extra, coach_name: 'Sam Two' });
  });

  it.each(programmeIds)('may be of the type %s [DAT-02]', (class_type) => {
    expect(issues({ class_type })).toEqual([]);
  });

  it.each(['', 'adultballerz', 'Miniballerz', null, undefined])(
    'is not of the type %j [DAT-02, ADM-29]',
    (class_type) => {
      expect(issues({ class_type })).toEqual(['class_type: Please choose a class type']);
    },
  );

  it.each([
    ['venue_id', 'Please choose a venue'],
    ['coach_name', 'Please enter a coach name'],
  ])('needs its %s [ADM-29]', (field, message) => {
    for (const nothing of ['', '   ', undefined]) {
      expect(issues({ [field]: nothing })).toEqual([`${field}: ${message}`]);
    }
  });

  it.each(['start_date', 'end_date'])('needs its %s [ADM-24]', (field) => {
    for (const nothing of ['', null, undefined]) {
      expect(issues({ [field]: nothing })).toEqual([`${field}: ${datesRequired}`]);
    }
  });

  it('accepts only existing dates as yyyy-MM-dd [DAT-03]', () => {
    expect(issues({ start_date: '06.09.2025' })).toEqual(['start_date: Use a date like 2026-09-05']);
    expect(issues({ end_date: '2026-02-29' })).toEqual(['end_date: This date does not exist']);
  });

  it.each([
    ['2025-11-01', '2025-10-31', ['end_date: End date cannot be before start date']],
    ['2025-11-01', '2025-11-01', []],
    ['2025-12-31', '2026-01-01', []],
  ])('from %s to %s is judged [ADM-25, ADM-26]', (start_date, end_date, expected) => {
    expect(issues({ start_date, end_date })).toEqual(expected);
  });

  it.each([undefined, null, '', '20', 'twenty', Number.NaN, 0, -1, -2000, 20.5])(
    'is refused with the weekly rate %j [ADM-27]',
    (weekly_rate) => {
      expect(issues({ weekly_rate })).toEqual([`weekly_rate: ${rateRequired}`]);
    },
  );

  it.each([1, limits.weeklyRateCents])(
    'is accepted with the weekly rate of %i cents [ADM-27]',
    (weekly_rate) => {
      expect(issues({ weekly_rate })).toEqual([]);
    },
  );

  it('has a highest weekly rate', () => {
    expect(issues({ weekly_rate: limits.weeklyRateCents + 1 })).toEqual([
      'weekly_rate: Use a lower weekly rate',
    ]);
  });

  it.each(['http://example.com/a.jpg', 'javascript:alert(1)', 'a.jpg', ''])(
    'refuses the image URL %j [DAT-06]',
    (image_url) => {
      expect(issues({ image_url })).toEqual(['image_url: Use an address that begins with https://']);
    },
  );

  it.each([
    ['09:00', '09:45', []],
    ['09:00:00', '09:45', []],
    ['09:45', '09:45:30', []],
    ['09:00', '09:00', ['time_slots.0.end_time: End time must be after start time']],
    ['09:00', '09:00:00', ['time_slots.0.end_time: End time must be after start time']],
    ['10:00', '09:45', ['time_slots.0.end_time: End time must be after start time']],
    ['9:00', '09:45', ['time_slots.0.start_time: Use a time like 09:30']],
    ['09:00', '24:00', ['time_slots.0.end_time: Use a time like 09:30']],
    ['', '09:45', ['time_slots.0.start_time: Please enter a start and an end time']],
  ])('has a slot from %j to %j judged [ADM-31, DAT-08]', (start_time, end_time, expected) => {
    expect(issues({ time_slots: [{ ...slot, start_time, end_time }] })).toEqual(expected);
  });

  it.each([undefined, null, '5', 0, -1, 1.5])(
    'refuses a slot with the capacity %j [ADM-31]',
    (max_capacity) => {
      expect(issues({ time_slots: [{ ...slot, max_capacity }] })).toEqual([
        'time_slots.0.max_capacity: Use a whole number of at least 1',
      ]);
    },
  );

  it.each([1, limits.slotCapacity])('accepts a slot with %i places [ADM-31]', (max_capacity) => {
    expect(issues({ time_slots: [{ ...slot, max_capacity }] })).toEqual([]);
  });

  it('has a highest number of slots and places', () => {
    const slots = (count: number) => Array.from({ length: count }, () => slot);
    expect(issues({ time_slots: slots(limits.slotsPerClass) })).toEqual([]);
    expect(issues({ time_slots: slots(limits.slotsPerClass + 1) })).toHaveLength(1);
    expect(issues({ time_slots: [{ ...slot, max_capacity: limits.slotCapacity + 1 }] })).toHaveLength(1);
  });

  it.each(['id', 'price', 'created_by', 'created_at', 'trial_price', 'deleting'])(
    'cannot set its %s [DAT-04]',
    (field) => {
      expect(issues({ [field]: 'x' })).toHaveLength(1);
    },
  );
});

it('requires a slot in a new class [ADM-31]', () => {
  for (const time_slots of [[], undefined]) {
    expect(issuesOf(createClassSchema, { ...entered, time_slots })).toEqual([
      'time_slots: Please add at least one time slot',
    ]);
  }
});

it('refuses ids of new slots, and the same slot twice', () => {
  const id = 'slt_01J6Z3W8Q4V5N7M2K9R1T0XYZA';
  const row = { ...slot, id };
  expect(issuesOf(createClassSchema, { ...entered, time_slots: [row] })).toHaveLength(1);
  expect(issuesOf(changedClassSchema, { ...entered, time_slots: [row, slot, slot] })).toEqual([]);
  expect(issuesOf(changedClassSchema, { ...entered, time_slots: [row, row] })).toEqual([
    'time_slots: A time slot is listed twice',
  ]);
});
