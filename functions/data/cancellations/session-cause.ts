import type { CancelledChange } from '#shared/domain/bookings/session-claim';
import type { BookedSession } from '#shared/domain/sessions/booked-sessions';
import type { BookingId } from '#shared/schemas/ids';
import type { LedgerEntryCause } from '#shared/schemas/ledger-entry';

/** The cause of a credit for a session of a booking: the session is of the charge that covers it. */
export const sessionCause = (
  { id }: { readonly id: BookingId },
  { agreed, slot_id, trial }: Pick<BookedSession, 'agreed' | 'slot_id' | 'trial'>,
  { calendar_version }: Pick<CancelledChange, 'calendar_version'>,
) =>
  ({
    type: 'session',
    booking_id: trial?.booking_id ?? id,
    date: agreed,
    slot_id,
    calendar_version,
  }) as const satisfies LedgerEntryCause;
