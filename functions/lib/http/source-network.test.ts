import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sourceNetworkOf } from './request.ts';

it.each([
  ['192.0.2.7', '192.0.2.7', undefined],
  ['::ffff:192.0.2.7', '192.0.2.7', undefined],
  ['::FFFF:c000:207', '192.0.2.7', undefined],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7', undefined],
  ['0000:0000:0000:0000:0000:ffff:c000:0207', '192.0.2.7', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['not an address', 'not an address', undefined],
])('counts %s as %s and %s', (ip, network, widerNetwork) => {
  expect(sourceNetworkOf(ip)).toEqual({ network, widerNetwork });
});

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });

it.each([
  [4, 'network'],
  [3, 'widerNetwork'],
] as const)('counts two addresses as one exactly if their first %i groups agree, as %s', (length, kind) => {
  const prefix = groups(length);
  const host = groups(8 - length);
  fc.assert(
    fc.property(prefix, host, prefix, host, (one, end, other, otherEnd) => {
      const networkOf = (...parts: string[][]) => sourceNetworkOf(parts.flat().join(':'))[kind];
      expect(networkOf(one, otherEnd)).toBe(networkOf(one, end));
      expect(networkOf(other, end) === networkOf(one, end)).toBe(one.join() === other.join());
    }),
  );
});
