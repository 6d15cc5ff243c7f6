import { describe, expect, it } from 'vitest';
import { bookedSessions } from '#shared/booking/booked-sessions';
import { addDays } from '#shared/lib/calendar';
import type { ClassCalendar } from '#shared/sessions/sessions';
import { cancelled, morning, noon } from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import { isInForce, sessionClaim } from './booked-sessions.ts';

const start = date('2025-09-06');
const weekly = { start_date: start, end_date: addDays(start, 14), skipped_dates: [] };
const makeUp = (day: string) => ({ kind: 'make-up', date: date(day) }) as const;

const claimFor = (session_changes: ClassCalendar['session_changes']) => {
  const cls = { ...weekly, session_changes };
  const [part] = bookedSessions(cls, morning, { dates: [start], amount: cents(2_000) });
  return part ? sessionClaim(cls, part) : expect.unreachable();
};

describe('sessionClaim', () => {
  const first = cancelled('2025-09-06', { remedy: makeUp('2025-10-04') });
  const second = cancelled('2025-10-04', { kind: 'extra', calendar_version: 2 });

  it.each([
    ['a session that is on', [], [], null],
    ['one that is cancelled with a credit', [cancelled('2025-09-06')], [1], 1],
    ['one whose make-up session is cancelled with a credit', [first, second], [1, 2], 2],
  ])('of %s', (_, changes, inForce, due) => {
    const claim = claimFor(changes);
    expect(claim.cancellations.map(({ calendar_version }) => calendar_version)).toEqual(inForce);
    expect(claim.due?.calendar_version ?? null).toBe(due);
  });

  it('keeps a credit for a cancellation in force, and none of another slot or time', () => {
    const claim = claimFor([cancelled('2025-09-06', { calendar_version: 3 })]);
    expect(isInForce(claim, { slot_id: morning.id, calendar_version: 3 })).toBe(true);
    expect(isInForce(claim, { slot_id: morning.id, calendar_version: 2 })).toBe(false);
    expect(isInForce(claim, { slot_id: noon.id, calendar_version: 3 })).toBe(false);
  });
});
