import { offsetStartsHeader, serverNowHeader } from '#shared/contract/route';
import { utcClock } from '#shared/lib/business-time';
import { hourMs, secondMs } from '#shared/lib/durations';
import type { CalendarDate, Instant } from '#shared/lib/values';

/** How far the business's clocks are ahead of UTC from an instant on. */
interface KnownOffset {
  readonly startMs: number;
  readonly offsetMs: number;
}

interface Anchor {
  readonly serverMs: number;
  readonly offsetMs: number;
  /** The offsets of the last year and the coming one, in order; the last is the end of what is known. */
  readonly offsets: readonly KnownOffset[];
  readonly deviceMs: number;
  /** By the device's clock. */
  readonly clockMs: number;
}

/** The server's time at an answer, with a clock that ignores changes of the device's settings. */
let anchor: Anchor | null = null;
const listeners = new Set<() => void>();

const offsetOf = (text: string): number =>
  Date.parse(`${text.slice(0, 'YYYY-MM-DDTHH:MM:SS.sss'.length)}Z`) - Date.parse(text);

/** Takes the time from an answer of the API. A shared answer's Age header says its age in seconds. */
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

export const serverNow = (): Date =>
  anchor ? new Date(anchor.serverMs + performance.now() - anchor.deviceMs) : new Date();

/** For a device that was long without a network: while it sleeps, the clock of `serverNow` stands still, the device's does not. */
export const serverNowAfterSleep = (): Date => {
  if (!anchor) return new Date();
  const sinceMs = Math.max(performance.now() - anchor.deviceMs, Date.now() - anchor.clockMs);
  return new Date(anchor.serverMs + sinceMs);
};

/** The business's offset from UTC in milliseconds; null before the first answer, and outside the years with known offsets. */
export const serverOffsetAt = (ms: number): number | null => {
  const offsets = anchor?.offsets ?? [];
  const end = offsets.at(-1)?.startMs ?? Number.NaN;
  return ms < end ? (offsets.findLast(({ startMs }) => startMs <= ms)?.offsetMs ?? null) : null;
};

/** The business's day; null before the first answer. */
export const serverToday = (now = serverNow()): CalendarDate | null =>
  anchor && utcClock(now.getTime() + (serverOffsetAt(now.getTime()) ?? anchor.offsetMs)).date;

/** The largest difference from the last answer's offset: clocks change by an hour, in one zone (Antarctica/Troll) by two. */
const longestChangeMs = 2 * hourMs;

/** The date by the business's clocks. Null before the first answer, and where it depends on a clock change since then. */
export const serverDateOf = (instant: Instant): CalendarDate | null => {
  if (!anchor) return null;
  const ms = Date.parse(instant);
  const known = serverOffsetAt(ms);
  if (known !== null) return utcClock(ms + known).date;
  const wallMs = ms + anchor.offsetMs;
  const earliest = utcClock(wallMs - longestChangeMs).date;
  return earliest === utcClock(wallMs + longestChangeMs).date ? earliest : null;
};

export const onServerTime = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
