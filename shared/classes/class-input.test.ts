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
const atLeastOne = 'time_slots.0.max_capacity: Use a whole number of at least 1';
const notAfter = 'time_slots.0.end_time: End time must be after start time';
const slots = (count: number) => Array.from({ length: count }, () => slot);
const withSlot = (overrides: object) => ({ time_slots: [{ ...slot, ...overrides }] });
const times = (start_time: string, end_time: string) => withSlot({ start_time, end_time });
const each = (field: string, values: readonly unknown[], message: string) =>
  values.map((value) => [{ [field]: value }, `${field}: ${message}`] as const);

describe.each([
  ['a new class', createClassSchema],
  ['a changed class', changedClassSchema],
] as const)('%s', (_name, schema) => {
  const issues = (overrides: object) => issuesOf(schema, { ...entered, ...overrides });

  it('is accepted, with its texts trimmed', () => {
    const parsed = schema.parse({ ...entered, coach_name: '  Sam   Two ' });
    expect(parsed).toEqual({ ...entered, coach_name: 'Sam Two' });
  });

  it.each<object>([
    ...programmeIds.map((class_type) => ({ class_type })),
    { start_date: '2025-11-01', end_date: '2025-11-01' },
    { start_date: '2025-12-31', end_date: '2026-01-01' },
    ...[1, limits.weeklyRateCents].map((weekly_rate) => ({ weekly_rate })),
    ...[times('09:00', '09:45'), times('09:00:00', '09:45'), times('09:45', '09:45:30')],
    ...[1, limits.slotCapacity].map((max_capacity) => withSlot({ max_capacity })),
    { time_slots: slots(limits.slotsPerClass) },
  ])('may have %j [ADM-25, ADM-26, ADM-27, ADM-31, DAT-02, DAT-08]', (overrides) => {
    expect(issues(overrides)).toEqual([]);
  });

  it.each<readonly [object, string]>([
    ...each('class_type', ['', 'adultballerz', 'Miniballerz', null, undefined], 'Please choose a class type'),
    ...each('venue_id', ['', '   ', undefined], 'Please choose a venue'),
    ...each('coach_name', ['', '   ', undefined], 'Please enter a coach name'),
    ...each('start_date', ['', null, undefined], datesRequired),
    ...each('end_date', ['', null, undefined], datesRequired),
    [{ start_date: '06.09.2025' }, 'start_date: Use a date like 2026-09-05'],
    [{ end_date: '2026-02-29' }, 'end_date: This date does not exist'],
    [{ start_date: '2025-11-01', end_date: '2025-10-31' }, 'end_date: End date cannot be before start date'],
    ...each(
      'weekly_rate',
      [undefined, null, '', '20', 'twenty', Number.NaN, 0, -1, -2000, 20.5],
      'Please enter a valid weekly rate',
    ),
    [{ weekly_rate: limits.weeklyRateCents + 1 }, 'weekly_rate: Use a lower weekly rate'],
    ...each(
      'image_url',
      ['http://example.com/a.jpg', 'javascript:alert(1)', 'a.jpg', ''],
      'Use an address that begins with https://',
    ),
    [times('09:00', '09:00'), notAfter],
    [times('09:00', '09:00:00'), notAfter],
    [times('10:00', '09:45'), notAfter],
    [times('9:00', '09:45'), 'time_slots.0.start_time: Use a time like 09:30'],
    [times('09:00', '24:00'), 'time_slots.0.end_time: Use a time like 09:30'],
    [times('', '09:45'), 'time_slots.0.start_time: Please enter a start and an end time'],
    ...[undefined, null, '5', 0, -1, 1.5].map(
      (max_capacity) => [withSlot({ max_capacity }), atLeastOne] as const,
    ),
  ])(
    'is refused with %j [ADM-24, ADM-25, ADM-27, ADM-29, ADM-31, DAT-02, DAT-03, DAT-06]',
    (overrides, issue) => {
      expect(issues(overrides)).toEqual([issue]);
    },
  );

  it.each<object>([
    { time_slots: slots(limits.slotsPerClass + 1) },
    withSlot({ max_capacity: limits.slotCapacity + 1 }),
    ...['id', 'price', 'created_by', 'created_at', 'trial_price', 'deleting'].map((field) => ({
      [field]: 'x',
    })),
  ])('cannot have %j [DAT-04]', (overrides) => {
    expect(issues(overrides)).toHaveLength(1);
  });
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
