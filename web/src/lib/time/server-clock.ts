import { offsetSinceHeader, serverNowHeader } from '#shared/contract/caching';
import { hourMs, secondMs } from '#shared/domain/time/milliseconds';
import { utcClock, type WallClock } from '#shared/domain/time/utc-clock';
import type { CalendarDate, Instant } from '#shared/schemas/values';

interface Anchor {
  readonly serverMs: number;
  /** When the answer was made: earlier than `serverMs` for a shared answer. */
  readonly answeredMs: number;
  /** How far the clocks of the business are ahead of UTC. */
  readonly offsetMs: number;
  /** Since when they have been; not a number where the answer does not say it. */
  readonly offsetSinceMs: number;
  readonly deviceMs: number;
}

/** The server's time at an answer, and the time since then by a clock that does not follow the device's settings. */
let anchor: Anchor | null = null;
const listeners = new Set<() => void>();

/** Takes the time from an answer of the API. A shared answer is as old as its Age header says, in seconds. */
export const noteServerTime = ({ headers }: Pick<Response, 'headers'>): void => {
  const answered = headers.get(serverNowHeader) ?? '';
  const answeredMs = Date.parse(answered);
  const offsetMs = Date.parse(`${answered.slice(0, 'YYYY-MM-DDTHH:MM:SS.sss'.length)}Z`) - answeredMs;
  const serverMs = answeredMs + Number(headers.get('age') ?? 0) * secondMs;
  if (!Number.isFinite(serverMs) || !Number.isFinite(offsetMs)) return;
  const offsetSinceMs = Date.parse(headers.get(offsetSinceHeader) ?? '');
  anchor = { serverMs, answeredMs, offsetMs, offsetSinceMs, deviceMs: performance.now() };
  for (const listener of listeners) listener();
};

const nowMs = ({ serverMs, deviceMs }: Anchor): number => serverMs + performance.now() - deviceMs;

/** Now by the server's clock; before the first answer by the device's (BOK-51). */
export const serverNow = (): Date => (anchor ? new Date(nowMs(anchor)) : new Date());

/** Today by the clocks of the business as they were set at the last answer; null before the first one. */
export const serverToday = (): CalendarDate | null =>
  anchor && utcClock(nowMs(anchor) + anchor.offsetMs).date;

/**
 * What the calendars and clocks of the business showed at an instant. Null before the first answer, and for an instant
 * outside the time for which the last answer tells the offset.
 */
export const serverClockAt = (instant: Instant): WallClock | null => {
  const ms = Date.parse(instant);
  return anchor && anchor.offsetSinceMs <= ms && ms <= anchor.answeredMs
    ? utcClock(ms + anchor.offsetMs)
    : null;
};

/**
 * How far the offset at an instant can be from the one of the last answer: clocks are changed by an hour, in one zone
 * (Antarctica/Troll) by two.
 */
const longestChangeMs = 2 * hourMs;

/**
 * The date of an instant by the clocks of the business. Null where it depends on whether they were changed since, and
 * before the first answer.
 */
export const serverDateOf = (instant: Instant): CalendarDate | null => {
  if (!anchor) return null;
  const known = serverClockAt(instant);
  if (known) return known.date;
  const wallMs = Date.parse(instant) + anchor.offsetMs;
  const earliest = utcClock(wallMs - longestChangeMs).date;
  return earliest === utcClock(wallMs + longestChangeMs).date ? earliest : null;
};

/** Calls back after every answer; returns a stop function. */
export const onServerTime = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
