import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { paymentDayIssue } from '#shared/ledger/entry';
import { addDays } from '#shared/lib/calendar';
import { calendarDateSchema } from '#shared/lib/values';
import { retainedRowUntil } from './import.ts';

const aDay = fc
  .integer({ min: 0, max: 365 * 30 })
  .map((days) => addDays(calendarDateSchema.parse('2020-01-01'), days));
const dayOf = (date: Date) => calendarDateSchema.parse(date.toISOString().slice(0, 10));

it('keeps a row until its payment cannot be recorded any more, and at most six weeks longer [BNK-02, BNK-03]', () => {
  fc.assert(
    fc.property(aDay, (day) => {
      const until = dayOf(retainedRowUntil(day));
      expect(paymentDayIssue(day, until)).not.toBeNull();
      // Clocks and time zones of a bank and a school differ by two days at most.
      expect(paymentDayIssue(day, addDays(until, -2))).not.toBeNull();
      expect(paymentDayIssue(day, addDays(until, -42))).toBeNull();
    }),
  );
});
