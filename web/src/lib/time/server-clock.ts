import { serverNowHeader } from '#shared/contract/caching';

/** The server's time at an answer, and the time since then by a clock that does not follow the device's settings. */
let anchor: { readonly serverMs: number; readonly deviceMs: number } | null = null;
const listeners = new Set<() => void>();

/** Takes the time from an answer of the API. A shared answer is as old as its Age header says, in seconds. */
export const noteServerTime = ({ headers }: Pick<Response, 'headers'>): void => {
  const answeredMs = Date.parse(headers.get(serverNowHeader) ?? '');
  if (Number.isNaN(answeredMs)) return;
  const ageMs = Number(headers.get('age') ?? 0) * 1_000;
  anchor = { serverMs: answeredMs + ageMs, deviceMs: performance.now() };
  for (const listener of listeners) listener();
};

/** Now by the server's clock; before the first answer by the device's (BOK-51). */
export const serverNow = (): Date =>
  anchor ? new Date(anchor.serverMs + performance.now() - anchor.deviceMs) : new Date();

/** Calls back after every answer; returns a stop function. */
export const onServerTime = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
