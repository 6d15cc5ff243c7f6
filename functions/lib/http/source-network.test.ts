import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sourceNetworkOf } from './source-network.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('counts %s as %s', (ip, network) => {
  expect(sourceNetworkOf(ip)).toBe(network);
});

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });

it('counts two addresses as one network exactly if their first 64 bits agree', () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), groups(4), (one, host, other, otherHost) => {
      const network = sourceNetworkOf([...one, ...host].join(':'));
      expect(sourceNetworkOf([...one, ...otherHost].join(':'))).toBe(network);
      const isSame = one.join() === other.join();
      expect(sourceNetworkOf([...other, ...host].join(':')) === network).toBe(isSame);
    }),
  );
});
