import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The distribution adds this header to requests; its value is a secret. */
export const originKeyHeader = 'x-origin-key';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * The IP address that a request comes from, for rate limits. CloudFront appends the client's address to X-Forwarded-For,
 * and API Gateway appends CloudFront's: the client's is the last but one. A client that calls the API directly can send
 * any such header, so the entry counts only with the distribution's key; otherwise the connection's address does.
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
