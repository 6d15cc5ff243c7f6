import { describe, expect, it } from 'vitest';
import {
  counter,
  goodwill,
  lateCreditOf,
  payment,
  refund,
  sessionCreditOf,
  waiver,
} from '../testing/ledgers.ts';
import { issuesOf } from '../testing/values.ts';
import { ledgerEntryKey, ledgerEntrySchema } from './entry.ts';

const entries = [
  payment(1, 2_000),
  payment(2, 2_000, 1),
  refund(3, 500),
  waiver(4, 100),
  goodwill(5, 100),
  sessionCreditOf(1, 2_000),
  lateCreditOf(1, 2_000),
  counter(payment(1, 2_000)),
] as const;

describe('ledgerEntrySchema', () => {
  it.each(entries)('reads a stored $kind of $cause.type as it is', (entry) => {
    expect(ledgerEntrySchema.parse(entry)).toEqual(entry);
  });

  it.each(entries)('drops names and free text of a $kind of $cause.type', (entry) => {
    const personal = {
      child_name: 'Mia',
      parent_id: 'a',
      full_name: 'Ada Jones',
      reason: 'Mia was ill',
      reference: 'Mia Jones, September',
    };
    expect(ledgerEntrySchema.parse({ ...entry, ...personal })).toEqual(entry);
  });

  it('keeps what the class was, and no coach', () => {
    const snapshot = { id: 'cls_01J6Z3W8Q4V5N7M2K9R1T0XYZA', class_type: 'miniballerz', venue: 'Meadow' };
    const entry = { ...sessionCreditOf(1, 2_000), class: { ...snapshot, coach_name: 'Sam Okafor' } };
    expect(ledgerEntrySchema.parse(entry)).toEqual({ ...entry, class: snapshot });
  });

  it.each([0, -1, 0.5, '2000', null])('refuses the amount %j', (amount) => {
    expect(ledgerEntrySchema.safeParse({ ...payment(1, 2_000), amount }).success).toBe(false);
  });

  it.each(['day', 'recorded_at', 'cause', 'made_by', 'kind'])('refuses an entry without %s', (field) => {
    const entry = Object.fromEntries(Object.entries(payment(1, 2_000)).filter(([name]) => name !== field));
    expect(ledgerEntrySchema.safeParse(entry).success).toBe(false);
  });

  it('refuses a charge: a booking is its own', () => {
    expect(ledgerEntrySchema.safeParse({ ...payment(1, 2_000), kind: 'charge' }).success).toBe(false);
  });

  it('refuses a counter-entry of a counter-entry', () => {
    const taken = counter(payment(1, 2_000));
    const again = { ...taken, cause: { type: 'counter', entry: ledgerEntryKey(taken.cause) } };
    expect(issuesOf(ledgerEntrySchema, again)).toEqual(['cause.entry: A counter-entry cannot be taken back']);
  });
});
