import type { BookedSession } from '#shared/domain/sessions/booked-sessions';
import type { BookingId } from '#shared/schemas/ids';
import type { LedgerEntryCause } from '#shared/schemas/ledger-entry';

/** The cause of a credit for a session of a booking: the session is of the charge that covers it. */
export const sessionCause = (
  { id }: { readonly id: BookingId },
  { agreed, trial }: Pick<BookedSession, 'agreed' | 'trial'>,
  calendar_version: number,
) =>
  ({
    type: 'session',
    booking_id: trial?.booking_id ?? id,
    date: agreed,
    calendar_version,
  }) as const satisfies LedgerEntryCause;
