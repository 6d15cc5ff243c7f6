import { afterEach, expect, it, vi } from 'vitest';
import { patienceMs } from '../limits.ts';
import { endWithPatience, isOutOfPatience, UnavailableError, withinPatience } from './aws-requests.ts';
import { retryDelay } from './contention.ts';

const timedOut = Object.assign(new Error('no answer'), { name: 'TimeoutError' });

/** Time passes only where a test says so. */
let now = 0;
vi.spyOn(performance, 'now').mockImplementation(() => now);
afterEach(() => {
  now = 0;
});

/** One call of a client whose attempts each take as long, and fail with an error; the SDK repeats some of these. */
const call = async (takesMs: number, error: Error) => {
  let attempts = 0;
  const attempt = endWithPatience(async () => {
    attempts += 1;
    now += takesMs;
    throw error;
  });
  let failure: unknown;
  for (let tries = 0; tries < 5; tries += 1) {
    failure = await attempt({}).catch((reason: unknown) => reason);
    if (failure !== error) break;
    now += 100;
  }
  return { attempts, failure };
};

it('sends no attempt again for a person who has waited long enough [API-42]', async () => {
  const { attempts, failure } = await withinPatience(() => call(patienceMs / 2, timedOut));
  expect(attempts).toBe(2);
  expect(failure).toBeInstanceOf(UnavailableError);
  expect(now).toBeLessThan(1.5 * patienceMs);
});

it('sends no attempt after a pause in which the person has waited long enough [API-42]', async () => {
  const attempt = endWithPatience(() => Promise.reject(timedOut));
  await withinPatience(async () => {
    await expect(attempt({})).rejects.toBe(timedOut);
    now += patienceMs + 1;
    await expect(attempt({})).rejects.toThrow(UnavailableError);
  });
});

it('sends every first attempt, and every attempt for which nobody waits [API-42]', async () => {
  expect(await call(2_000, timedOut)).toEqual({ attempts: 5, failure: timedOut });
  await withinPatience(async () => {
    now += patienceMs + 1;
    expect(await endWithPatience(async () => 'stored')({})).toBe('stored');
  });
});

it('leaves errors as they are that are answers [API-42]', async () => {
  const refused = Object.assign(new Error('no'), { name: 'ConditionalCheckFailedException' });
  await withinPatience(async () => {
    now += patienceMs + 1;
    await expect(endWithPatience(() => Promise.reject(refused))({})).rejects.toBe(refused);
  });
});

it('repeats no conflict for a person who has waited long enough [API-42]', async () => {
  await withinPatience(async () => {
    const waitToRetry = retryDelay(60_000);
    expect(await waitToRetry()).toBe(true);
    now += patienceMs;
    expect(isOutOfPatience(1)).toBe(true);
    expect(await waitToRetry()).toBe(false);
  });
});
