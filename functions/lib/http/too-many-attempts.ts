import { durationText } from '#shared/domain/time/duration';
import { problem } from './problem-error.ts';

/** The refusal by a limit, which says how long its period is. */
export const tooManyAttempts = ({ periodSeconds }: { readonly periodSeconds: number }) =>
  problem('tooManyAttempts', { time: durationText(periodSeconds) }, { retryAfter: periodSeconds });
