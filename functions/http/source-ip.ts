import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The distribution sets this header on what it passes on, and nobody else knows the value. */
export const originKeyHeader = 'x-origin-key';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * The address of the machine a request comes from, for counting. CloudFront appends what it sees to X-Forwarded-For, and
 * API Gateway appends CloudFront: the last entry but one. Who calls the API past CloudFront can write there what they
 * like, so the entry counts only in a request that carries the distribution's key; of any other, the connection tells.
 */
export const sourceIpOf = (
  { headers, requestContext }: APIGatewayProxyEventV2,
  originKey: string | undefined,
): string => {
  const { sourceIp } = requestContext.http;
  const given = headers[originKeyHeader];
  if (!given || !originKey || !isSame(given, originKey)) return sourceIp;
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-2) || sourceIp;
};
