import { expect, it } from 'vitest';
import { captureLog } from '#infra/testing/services/system';
import { logUnexpected, requestFailed } from './log.ts';

class RefusedError extends Error {}
class TooLateError extends RefusedError {}

const lines = captureLog();

it.each([
  ['an expected error', new RefusedError('no'), []],
  ['a kind of the expected error', new TooLateError('no'), []],
  ['another error', new TypeError('broken'), [{ event: requestFailed, error: 'TypeError' }]],
  ['what is no error', 'broken', [{ event: requestFailed, error: 'string' }]],
])('throws on %s, and logs it only if it is unexpected', async (_, thrown, logged) => {
  const handler = logUnexpected(() => Promise.reject(thrown), RefusedError);
  await expect(handler({})).rejects.toBe(thrown);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(logged);
});

it('returns the result of a handler that does not fail', async () => {
  const handler = logUnexpected(async (event: string) => `${event} handled`, RefusedError);
  expect(await handler('event')).toBe('event handled');
  expect(lines).toEqual([]);
});
