import { describe, expect, it } from 'vitest';
import { signedCentsSchema } from '#shared/schemas/signed-cents';
import { date } from '../testing/values.ts';
import { canRemind } from './reminder.ts';

const today = date('2026-03-05');
const family = { balance: signedCentsSchema.parse(2_000), remindedOn: null, doNotRemind: false };

describe('canRemind', () => {
  it.each([
    [2_000, true],
    [1, true],
    [0, false],
    [-2_000, false],
  ])('with a balance of %i cents is %s', (balance, can) => {
    expect(canRemind({ ...family, balance: signedCentsSchema.parse(balance) }, today)).toBe(can);
  });

  it.each([
    ['2026-02-01', true],
    ['2026-02-26', true],
    ['2026-02-27', false],
    ['2026-03-05', false],
  ])('a week after the last reminder: reminded on %s, is %s', (day, can) => {
    expect(canRemind({ ...family, remindedOn: date(day) }, today)).toBe(can);
  });

  it('is false for a family that is set to "do not remind"', () => {
    expect(canRemind({ ...family, doNotRemind: true }, today)).toBe(false);
  });
});
