import { describe, expect, it } from 'vitest';
import { dayOrderOf, readBankDay } from './cells.ts';

describe('a date of a bank file', () => {
  it.each([
    '2026-01-05',
    '2026-01-05T10:22:11Z',
    '20260105',
    '05/01/2026',
    '5.1.26',
    '05-01-2026 10:22',
    '5 Jan 2026',
    '5-Jan-26',
    '5. Januar 2026',
    '5 janv. 2026',
    'Jan 5, 2026',
    'Mon, Jan 5, 2026',
    'January 5 2026, 10:22 PM',
  ])('reads %s', (text) => {
    expect(readBankDay(text, 'day-first')).toBe('2026-01-05');
  });

  it('reads the month first where the file has it so, but never with points', () => {
    expect(readBankDay('01/05/2026', 'month-first')).toBe('2026-01-05');
    expect(readBankDay('05.01.2026', 'month-first')).toBe('2026-01-05');
  });

  it.each(['', 'Total', '31/02/2026', '13/13/2026', '2026-1', '5 Foo 2026'])('refuses %j', (text) => {
    expect(readBankDay(text, 'day-first')).toBeUndefined();
  });

  it.each([
    [['01/02/2026', '13/02/2026'], 'day-first'],
    [['01/02/2026', '02/13/2026'], 'month-first'],
    [['01/02/2026'], 'open'],
    [['02/02/2026', '01.02.2026', '2026-02-01'], 'either'],
  ])('says the order of %j', (cells, order) => {
    expect(dayOrderOf(cells)).toBe(order);
  });
});
