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

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The networks that requests from an IP address are counted by: the address itself for IPv4, the /64 and the /48 for
 * IPv6.
 * @returns for IPv6 the first groups, such as `2001:db8:0:1::/64` and `2001:db8:0::/48`; anything that is no address as
 *   it is
 */
export const sourceNetworkOf = (ip: string): Source => {
  const mapped = mappedIpv4.exec(ip)?.[1];
  if (mapped) return { network: mapped, widerNetwork: undefined };
  // A URL writes an IPv6 address in its one short form. A zone names an interface of the sender.
  const address = ip.replace(/%.*$/, '');
  if (!isIPv6(address)) return { network: ip, widerNetwork: undefined };
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const first = (groups: number): string => groupsOf(short).slice(0, groups).join(':');
  return { network: `${first(4)}::/64`, widerNetwork: `${first(3)}::/48` };
};
