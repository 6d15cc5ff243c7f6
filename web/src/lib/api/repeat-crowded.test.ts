import { expect, it, vi } from 'vitest';
import { ApiError, toApiError } from './api-error.ts';
import { repeatWhileCrowded } from './repeat-crowded.ts';

const refusal = toApiError(429, '{"message":"Too Many Requests"}');

const repeated = async (answers: readonly (ApiError | string)[]) => {
  let now = 0;
  const left = [...answers];
  const onCrowded = vi.fn();
  const send = vi.fn(async () => {
    const answer = left.shift() ?? refusal;
    if (answer instanceof ApiError) throw answer;
    return answer;
  });
  const pause = async () => {
    now += 1_000;
  };
  const outcome = await repeatWhileCrowded(send, onCrowded, { now: () => now, pause }).catch(
    (error) => error,
  );
  return { outcome, tries: send.mock.calls.length, told: onCrowded.mock.calls.length };
};

it('asks again while the gateway refuses, and says so once [TRM-08]', async () => {
  expect(await repeated([refusal, refusal, 'booked'])).toEqual({ outcome: 'booked', tries: 3, told: 1 });
  expect(await repeated(['booked'])).toEqual({ outcome: 'booked', tries: 1, told: 0 });
});

it('ends with a clear no, and after a minute [TRM-08]', async () => {
  const full = new ApiError('slotFull', 409, 'This time slot is full');
  expect(await repeated([refusal, full])).toEqual({ outcome: full, tries: 2, told: 1 });
  expect(await repeated([])).toEqual({ outcome: refusal, tries: 61, told: 1 });
});

it('does not repeat what a function refused [TRM-08]', async () => {
  const limited = new ApiError('tooManyBookings', 429, 'Too many bookings');
  expect(await repeated([limited])).toEqual({ outcome: limited, tries: 1, told: 0 });
});
