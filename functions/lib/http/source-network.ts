import { isIPv6 } from 'node:net';
import type { Source } from '../../data/uses/source-limits.ts';

/** The eight groups of an IPv6 address in short form, without an embedded IPv4 address. */
const groupsOf = (address: string): readonly string[] => {
  const [head = '', tail] = address.split('::');
  const split = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [before, after] = [split(head), split(tail ?? '')];
  if (tail === undefined) return before;
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
};

/** The IPv4 address within an IPv6 address of short form that stands for one (RFC 4291, 2.5.5.2). */
const mappedIpv4 = (short: string): string | undefined => {
  const [, high = '', low = ''] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? [];
  if (low === '') return undefined;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
};

/**
 * The networks that requests from an IP address are counted by: the address itself for IPv4, the /64 and the /48 for
 * IPv6.
 * @returns for IPv6 the first groups, such as `2001:db8:0:1::/64` and `2001:db8:0::/48`; anything that is no address as
 *   it is
 */
export const sourceNetworkOf = (ip: string): Source => {
  // A URL writes an IPv6 address in its one short form. A zone names an interface of the sender.
  const address = ip.replace(/%.*$/, '');
  if (!isIPv6(address)) return { network: ip, widerNetwork: undefined };
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = mappedIpv4(short);
  if (mapped) return { network: mapped, widerNetwork: undefined };
  const first = (groups: number): string => groupsOf(short).slice(0, groups).join(':');
  return { network: `${first(4)}::/64`, widerNetwork: `${first(3)}::/48` };
};
