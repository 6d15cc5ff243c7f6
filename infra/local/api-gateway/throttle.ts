import type { Route } from '#shared/contract/route';

/**
 * The limits of the gateway for each route, of all callers together: a bucket of `burst` tokens, which is filled with
 * `perSecond` of them. A request without a token is refused.
 * @param now in milliseconds
 */
export const createThrottle = (now: () => number) => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return ({ method, path, rate }: Pick<Route, 'method' | 'path' | 'rate'>): boolean => {
    if (!rate) return true;
    const [key, at] = [`${method} ${path}`, now()];
    const bucket = buckets.get(key) ?? { tokens: rate.burst, at };
    const filled = bucket.tokens + ((at - bucket.at) / 1_000) * rate.perSecond;
    const tokens = Math.min(rate.burst, filled);
    const isAllowed = tokens >= 1;
    buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at });
    return isAllowed;
  };
};
