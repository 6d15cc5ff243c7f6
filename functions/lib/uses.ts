import { type Instant, instantOf } from '#shared/lib/values';
import { widerNetworkFactor } from '../limits.ts';
import { absent, below, updateWrite } from './dynamo/expressions.ts';
import { entityAttribute, tableSchema } from './dynamo/items.ts';
import type { Write } from './dynamo/keyed-request.ts';
import { type UseCounterKind, useCounterKey } from './dynamo/keys-of-people.ts';
import { sendTransaction } from './dynamo/writes.ts';
import type { Table } from './table.ts';

interface Period {
  readonly start: Instant;
  /** Seconds since 1970. One more period, since clocks differ. */
  readonly expiresAt: number;
}

export const periodOf = (now: Date, seconds: number): Period => {
  const startMs = now.getTime() - (now.getTime() % (seconds * 1000));
  return { start: instantOf(new Date(startMs)), expiresAt: startMs / 1000 + 2 * seconds };
};

export interface UseLimit {
  readonly kind: UseCounterKind;
  /** The key contains the subject's hash only. */
  readonly subject: string;
  readonly most: number;
  readonly periodSeconds: number;
}

export const useWrite = (
  table: Table,
  { kind, subject, most, periodSeconds }: UseLimit,
  now: Date,
): Write => {
  const { start, expiresAt } = periodOf(now, periodSeconds);
  return updateWrite(table, useCounterKey(kind, subject, start), {
    set: { [entityAttribute]: 'use-counter', [tableSchema.timeToLiveAttribute]: expiresAt },
    add: { uses: 1 },
    if: [{ uses: absent }, { uses: below(most) }],
  });
};

/** Counts against every limit, or against none where one is reached. */
export const countUse = async (
  table: Table,
  useLimits: readonly UseLimit[],
  now: Date,
): Promise<
  | { readonly outcome: 'counted' | 'busy' }
  /** The longest period that is used up. */
  | { readonly outcome: 'limited'; readonly periodSeconds: number }
> => {
  const result = await sendTransaction(
    table,
    useLimits.map((limit) => useWrite(table, limit, now)),
  );
  if (result.outcome === 'done') return { outcome: 'counted' };
  if (result.outcome === 'busy') return { outcome: 'busy' };
  const usedUp = useLimits.filter((_, index) => result.refusals[index]);
  return { outcome: 'limited', periodSeconds: Math.max(...usedUp.map(({ periodSeconds }) => periodSeconds)) };
};

export interface Source {
  /** The IPv4 address, or the /64 that one connection gets. */
  readonly network: string;
  /** The IPv6 /48 that one customer can get: 65,536 networks of 64 bits. Undefined for IPv4. */
  readonly widerNetwork: string | undefined;
}

interface SourceLimit extends Omit<UseLimit, 'subject'> {
  /** Separates counts; without it a source has one count of a kind. */
  readonly purpose?: string;
}

/** `most` uses of the network, and `widerNetworkFactor` times as many of the wider one. */
export const sourceLimits = (
  { network, widerNetwork }: Source,
  { purpose, most, ...limit }: SourceLimit,
): readonly UseLimit[] => {
  const subjectOf = (name: string) => (purpose === undefined ? name : `${purpose} ${name}`);
  const narrow = { ...limit, subject: subjectOf(network), most };
  if (widerNetwork === undefined) return [narrow];
  return [narrow, { ...limit, subject: subjectOf(widerNetwork), most: most * widerNetworkFactor }];
};
