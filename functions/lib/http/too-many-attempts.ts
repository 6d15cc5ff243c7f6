import { durationText } from '#shared/domain/time/duration';
import { hourMs, secondMs } from '#shared/domain/time/milliseconds';
import { problem } from './problem-error.ts';

/** The refusal by a limit, which says how long its period is. */
export const tooManyAttempts = ({ periodSeconds }: { readonly periodSeconds: number }) =>
  problem('tooManyAttempts', { time: durationText(periodSeconds) }, { retryAfter: periodSeconds });

/** The refusal of what a family may do only so often in an hour of the clock (UTC): until the next one. */
export const tooManyInHour = (what: 'bookings' | 'changes', now: Date) =>
  problem(
    what === 'bookings' ? 'tooManyBookings' : 'tooManyChanges',
    {},
    { retryAfter: Math.ceil((hourMs - (now.getTime() % hourMs)) / secondMs) },
  );
