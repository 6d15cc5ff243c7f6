import { describe, expect, it } from 'vitest';
import { bookSlotSchema } from '#shared/booking/booking-input';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { attemptKeys, formKeys, noteAttempt } from './attempt-key.ts';

const choice = bookSlotSchema.parse({
  class_id: 'cls_01J00000000000000000000001',
  time_slot_id: 'slt_01J00000000000000000000001',
  child_id: 'chd_01J00000000000000000000001',
  is_trial: false,
  amount: 18_000,
  calendar_version: 0,
});

describe('the key of a booking attempt', () => {
  it('makes a new key for the same choice once the attempt is over', () => {
    const keyOf = attemptKeys();
    const first = keyOf(choice);
    keyOf.renew();
    expect(keyOf(choice)).not.toBe(first);
  });

  it('is one that the API accepts', () => {
    expect(idempotencyKeySchema.safeParse(attemptKeys()(choice)).success).toBe(true);
  });

  it('stays the same for retries of the same choice', () => {
    const keyOf = attemptKeys();
    expect(keyOf({ ...choice })).toBe(keyOf({ ...choice }));
  });

  it('is new for another choice, and for the same choice on another screen', () => {
    const keyOf = attemptKeys();
    const first = keyOf(choice);
    expect(keyOf({ ...choice, is_trial: true })).not.toBe(first);
    expect(attemptKeys()(choice)).not.toBe(first);
  });

  it('is kept for a changed form whose outcome is not known, and is new once it is known [API-41]', () => {
    const keyOf = formKeys();
    const first = keyOf(choice);
    noteAttempt(first, 'unknown');
    expect(keyOf({ ...choice, amount: 1 })).toBe(first);
    noteAttempt(first, 'known');
    expect(keyOf({ ...choice, amount: 2 })).not.toBe(first);
    // Where the subject shows what was sent before, each choice is an attempt.
    const choiceKeyOf = attemptKeys();
    const sent = choiceKeyOf(choice);
    noteAttempt(sent, 'unknown');
    expect(choiceKeyOf({ ...choice, is_trial: true })).not.toBe(sent);
  });
});
