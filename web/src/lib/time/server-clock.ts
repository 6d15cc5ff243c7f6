import { serverNowHeader } from '#shared/contract/caching';
import { hourMs, secondMs } from '#shared/domain/time/milliseconds';
import { type CalendarDate, calendarDateSchema, type Instant } from '#shared/schemas/values';

interface Anchor {
  readonly serverMs: number;
  /** How far the clocks of the business are ahead of UTC. */
  readonly offsetMs: number;
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
  anchor = { serverMs, offsetMs, deviceMs: performance.now() };
  for (const listener of listeners) listener();
};

const nowMs = ({ serverMs, deviceMs }: Anchor): number => serverMs + performance.now() - deviceMs;

/** Now by the server's clock; before the first answer by the device's (BOK-51). */
export const serverNow = (): Date => (anchor ? new Date(nowMs(anchor)) : new Date());

const dateOf = (wallMs: number): CalendarDate =>
  calendarDateSchema.parse(new Date(wallMs).toISOString().slice(0, 'YYYY-MM-DD'.length));

/** Today by the clocks of the business as they were set at the last answer; null before the first one. */
export const serverToday = (): CalendarDate | null => anchor && dateOf(nowMs(anchor) + anchor.offsetMs);

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
  const wallMs = Date.parse(instant) + anchor.offsetMs;
  const earliest = dateOf(wallMs - longestChangeMs);
  return earliest === dateOf(wallMs + longestChangeMs) ? earliest : null;
};

/** Calls back after every answer; returns a stop function. */
export const onServerTime = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
