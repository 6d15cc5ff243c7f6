import { counted } from '#shared/domain/text/counted';
import { dayMs, hourMs, minuteMs, secondMs } from '#shared/domain/time/milliseconds';

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/**
 * How much time is left, rounded up so that it is never shown as over too early: "3 days", "5 hours 20 minutes", "59:07".
 */
export const countdownText = (leftMs: number): string => {
  if (leftMs <= hourMs) {
    const seconds = Math.ceil(leftMs / secondMs);
    return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
  }
  const minutes = Math.ceil(leftMs / minuteMs);
  if (leftMs > 2 * dayMs) return counted(Math.floor((minutes * minuteMs) / dayMs), 'day', 'days');
  const hours = counted(Math.floor(minutes / 60), 'hour', 'hours');
  return minutes % 60 === 0 ? hours : `${hours} ${counted(minutes % 60, 'minute', 'minutes')}`;
};
