import { isIPv6 } from 'node:net';

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
 * The network that requests from an IP address are counted by: the address itself for IPv4, the /64 for IPv6, which is
 * what one connection is given.
 * @returns for IPv6 the first four groups, such as `2001:db8:0:1::/64`; anything that is no address as it is
 */
export const sourceNetworkOf = (ip: string): string => {
  const mapped = mappedIpv4.exec(ip)?.[1];
  if (mapped) return mapped;
  // A URL writes an IPv6 address in its one short form. A zone names an interface of the sender.
  const address = ip.replace(/%.*$/, '');
  if (!isIPv6(address)) return ip;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return `${groupsOf(short).slice(0, 4).join(':')}::/64`;
};
