import { describe, expect, it, vi } from 'vitest';
import { busyPauseMs } from '#shared/lib/durations';
import { ApiError, isBusy, toApiError } from './api-error.ts';
import { repeatWhileBusy } from './repeat-busy.ts';

const crowded = toApiError(new Response(null, { status: 429 }), '{"message":"Too Many Requests"}');
const busy = new ApiError('busy', 503, 'Many people are using this right now.', [], 3);

/** Repeats a request that was refused once, with these answers and then others. */
const repeated = async (refused: ApiError, answers: readonly (ApiError | string)[]) => {
  let now = 0;
  const left = [...answers];
  const told = vi.fn();
  const ended = vi.fn();
  const send = vi.fn(async () => {
    const answer = left.shift() ?? refused;
    if (answer instanceof ApiError) throw answer;
    return answer;
  });
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    now += ms;
  };
  const say = () => ({ tell: told, end: ended });
  const outcome = await repeatWhileBusy(send, refused, { now: () => now, pause, say }).catch(
    (error) => error,
  );
  return {
    outcome,
    tries: send.mock.calls.length,
    pauses,
    now,
    told: told.mock.calls.map(([repetition]) => repetition),
    ended: ended.mock.calls.length,
  };
};

describe.each([
  ['the gateway refuses', crowded],
  ['the service is busy', busy],
])('while %s', (_who, refusal) => {
  it('the site asks again, says so, and stops saying so [TRM-08] [API-42]', async () => {
    const { outcome, tries, told, ended } = await repeated(refusal, [refusal, 'booked']);
    expect({ outcome, tries, told, ended }).toEqual({ outcome: 'booked', tries: 2, told: [0, 1], ended: 1 });
  });

  it('the site ends with a clear no [TRM-08] [API-42]', async () => {
    const full = new ApiError('slotFull', 409, 'This time slot is full');
    expect(await repeated(refusal, [full])).toMatchObject({ outcome: full, tries: 1, ended: 1 });
  });
});

it('does not repeat what a function refused [TRM-08]', async () => {
  for (const code of ['tooManyBookings', 'childrenNotStored', 'internalError'] as const) {
    const limited = new ApiError(code, 503, 'No');
    expect(isBusy(limited)).toBe(false);
    expect(await repeated(busy, [limited])).toMatchObject({ outcome: limited, tries: 1 });
  }
});

it('gives up after five minutes, in which it asks less and less [API-42]', async () => {
  const { outcome, now, tries, pauses } = await repeated(crowded, []);
  expect(outcome).toBe(crowded);
  expect(now).toBeGreaterThanOrEqual(5 * 60_000);
  expect(tries).toBeLessThan(60);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(20_000);
});

it('waits for as long as the answer asks, and not all screens alike [API-42]', () => {
  expect(busyPauseMs(0, busy, () => 0)).toBe(3_000);
  expect(busyPauseMs(0, busy, () => 1)).toBe(4_500);
  expect(busyPauseMs(0, crowded, () => 0)).toBe(300);
  expect(busyPauseMs(0, crowded, () => 1)).toBe(1_500);
  expect(busyPauseMs(100, crowded, () => 0)).toBe(20_000);
});

it('stops with the request that is given up [API-42]', async () => {
  const leave = new AbortController();
  const send = vi.fn(() => Promise.reject(crowded));
  const asked = repeatWhileBusy(send, crowded, {
    signal: leave.signal,
    say: () => ({ tell: () => leave.abort(new Error('left')), end: () => {} }),
  });
  await expect(asked).rejects.toThrow('left');
  expect(send).not.toHaveBeenCalled();
});
