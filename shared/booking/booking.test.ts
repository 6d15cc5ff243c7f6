import { describe, expect, it } from 'vitest';
import { issuesOf } from '../testing/values.ts';
import { bookSlotSchema } from './booking-input.ts';

const valid = {
  class_id: 'cls_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  time_slot_id: 'slt_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  child_id: 'chd_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  is_trial: false,
  amount: 18_000,
  calendar_version: 3,
};

describe('bookSlotSchema', () => {
  it.each(['not-a-child', '😀', 'x'.repeat(64)])(
    'leaves %j as a child to the operation, which knows the children of the caller',
    (child_id) => {
      expect(bookSlotSchema.parse({ ...valid, child_id })).toEqual({ ...valid, child_id });
    },
  );

  it.each(['', undefined, null, 3])('asks for a child when it is %j', (child_id) => {
    expect(issuesOf(bookSlotSchema, { ...valid, child_id })).toEqual(['child_id: Please select a child']);
  });

  it.each([
    ['class_id', valid.time_slot_id],
    ['child_id', 'x'.repeat(65)],
    ['trial_date', '2026-02-30'],
  ] as const)('names the field %s when it is %j', (field, value) => {
    const wrong = issuesOf(bookSlotSchema, { ...valid, [field]: value });
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatch(new RegExp(`^${field}: `));
  });
});
