import { expect, it } from 'vitest';
import { challengeClient } from './srp-sign-in.ts';

const user = { poolName: 'Test', userId: 'user', password: 'secret' };

it.each(['0', 'ZZ', ''])(
  'refuses the public value "%s", with which any password could be proved',
  (value) => {
    expect(() => challengeClient(user, value)).toThrow(RangeError);
  },
);

it('refuses the proof of a client with a wrong password', () => {
  const challenge = challengeClient(user, 'ABCDEF');
  expect(challenge.verify({ timestamp: 'now', signature: 'AAAA' })).toBe(false);
});
