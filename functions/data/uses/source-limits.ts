import { widerNetworkFactor } from '../../limits.ts';
import type { UseLimit } from './count-uses.ts';

/** Where a request comes from, as limits count it. */
export interface Source {
  /** The IPv4 address, or the IPv6 network of 64 bits, which is what one connection is given. */
  readonly network: string;
  /** The IPv6 network of 48 bits, which one customer can be given: 65,536 networks of 64 bits. Undefined for IPv4. */
  readonly widerNetwork: string | undefined;
}

interface SourceLimit extends Omit<UseLimit, 'subject'> {
  /** What the uses of a source are counted for; every source has one count of a kind without it. */
  readonly purpose?: string;
}

/** The limits of a source: `most` uses of its network, and `widerNetworkFactor` times as many of the wider one. */
export const sourceLimits = (
  { network, widerNetwork }: Source,
  { purpose, most, ...limit }: SourceLimit,
): readonly UseLimit[] => {
  const subjectOf = (name: string) => (purpose === undefined ? name : `${purpose} ${name}`);
  const narrow = { ...limit, subject: subjectOf(network), most };
  if (widerNetwork === undefined) return [narrow];
  return [narrow, { ...limit, subject: subjectOf(widerNetwork), most: most * widerNetworkFactor }];
};
