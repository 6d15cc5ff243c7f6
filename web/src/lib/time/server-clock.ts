import { offsetStartsHeader, serverNowHeader } from '#shared/contract/route';
import { utcClock, type WallClock } from '#shared/lib/business-time';
import { hourMs, secondMs } from '#shared/lib/durations';
import type { CalendarDate, Instant } from '#shared/lib/values';

/** How far the clocks of the business are ahead of UTC since an instant. */
interface KnownOffset {
  readonly startMs: number;
  readonly offsetMs: number;
}

interface Anchor {
  readonly serverMs: number;
  /** When the answer was made: earlier than `serverMs` for a shared answer. */
  readonly answeredMs: number;
  /** How far the clocks of the business are ahead of UTC. */
  readonly offsetMs: number;
  /** The offsets of the last year, in order. */
  readonly offsets: readonly KnownOffset[];
  readonly deviceMs: number;
  /** By the device's clock. */
  readonly clockMs: number;
}

/** The server's time at an answer, and the time since then by a clock that does not follow the device's settings. */
let anchor: Anchor | null = null;
const listeners = new Set<() => void>();

/** The offset of an instant in milliseconds; not a number where the text is none. */
const offsetOf = (text: string): number =>
  Date.parse(`${text.slice(0, 'YYYY-MM-DDTHH:MM:SS.sss'.length)}Z`) - Date.parse(text);

/** Takes the time from an answer of the API. A shared answer is as old as its Age header says, in seconds. */
export const noteServerTime = ({ headers }: Pick<Response, 'headers'>): void => {
  const answered = headers.get(serverNowHeader) ?? '';
  const answeredMs = Date.parse(answered);
  const offsetMs = offsetOf(answered);
  const serverMs = answeredMs + Number(headers.get('age') ?? 0) * secondMs;
  if (!Number.isFinite(serverMs) || !Number.isFinite(offsetMs)) return;
  const starts = headers.get(offsetStartsHeader)?.split(' ') ?? [];
  const offsets = starts.map((start) => ({ startMs: Date.parse(start), offsetMs: offsetOf(start) }));
  anchor = { serverMs, answeredMs, offsetMs, offsets, deviceMs: performance.now(), clockMs: Date.now() };
  for (const listener of listeners) listener();
};

/** Now by the server's clock; before the first answer by the device's (BOK-51). */
export const serverNow = (): Date =>
  anchor ? new Date(anchor.serverMs + performance.now() - anchor.deviceMs) : new Date();

/**
 * Now on a device that has been without a network for long. Where a phone slept since the last answer, the clock of
 * `serverNow` stood still and the device's clock did not: the later one counts.
 */
export const serverNowAfterSleep = (): Date => {
  if (!anchor) return new Date();
  const sinceMs = Math.max(performance.now() - anchor.deviceMs, Date.now() - anchor.clockMs);
  return new Date(anchor.serverMs + sinceMs);
};

/**
 * The day of `serverNow` by the clocks of the business as they were set at the last answer; null before the first one.
 */
export const serverToday = (now = serverNow()): CalendarDate | null =>
  anchor && utcClock(now.getTime() + anchor.offsetMs).date;

/**
 * What the calendars and clocks of the business showed at an instant. Null before the first answer, and outside the year
 * for which it tells the offsets.
 */
export const serverClockAt = (instant: Instant): WallClock | null => {
  const ms = Date.parse(instant);
  if (!anchor || ms > anchor.answeredMs) return null;
  const known = anchor.offsets.findLast(({ startMs }) => startMs <= ms);
  return known ? utcClock(ms + known.offsetMs) : null;
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
