import { offsetStartsHeader, serverNowHeader } from '#shared/contract/route';
import { utcClock } from '#shared/lib/business-time';
import { hourMs, secondMs } from '#shared/lib/durations';
import type { CalendarDate, Instant } from '#shared/lib/values';

/** How far the clocks of the business are ahead of UTC since an instant. */
interface KnownOffset {
  readonly startMs: number;
  readonly offsetMs: number;
}

interface Anchor {
  readonly serverMs: number;
  /** How far the clocks of the business are ahead of UTC. */
  readonly offsetMs: number;
  /** The offsets of the last year and of the coming one, in order; the last is known until it starts. */
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
  const offsetMs = offsetOf(answered);
  const serverMs = Date.parse(answered) + Number(headers.get('age') ?? 0) * secondMs;
  if (!Number.isFinite(serverMs) || !Number.isFinite(offsetMs)) return;
  const starts = headers.get(offsetStartsHeader)?.split(' ') ?? [];
  const offsets = starts.map((start) => ({ startMs: Date.parse(start), offsetMs: offsetOf(start) }));
  anchor = { serverMs, offsetMs, offsets, deviceMs: performance.now(), clockMs: Date.now() };
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
 * How far the clocks of the business are ahead of UTC at an instant, in milliseconds. Null before the first answer, and outside
 * the years for which it tells the offsets.
 */
export const serverOffsetAt = (ms: number): number | null => {
  const offsets = anchor?.offsets ?? [];
  const end = offsets.at(-1)?.startMs ?? Number.NaN;
  return ms < end ? (offsets.findLast(({ startMs }) => startMs <= ms)?.offsetMs ?? null) : null;
};

/** The day of `serverNow` by the clocks of the business; null before the first answer. */
export const serverToday = (now = serverNow()): CalendarDate | null =>
  anchor && utcClock(now.getTime() + (serverOffsetAt(now.getTime()) ?? anchor.offsetMs)).date;

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
  const ms = Date.parse(instant);
  const known = serverOffsetAt(ms);
  if (known !== null) return utcClock(ms + known).date;
  const wallMs = ms + anchor.offsetMs;
  const earliest = utcClock(wallMs - longestChangeMs).date;
  return earliest === utcClock(wallMs + longestChangeMs).date ? earliest : null;
};

/** Calls back after every answer; returns a stop function. */
export const onServerTime = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
