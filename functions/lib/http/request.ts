import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import type { RawBody, Route } from '#shared/contract/route';
import { idempotencyKeyHeader, idempotencyKeySchema } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import type { Source } from '../uses.ts';
import { problem } from './problem-error.ts';

const bytesOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2, maxBytes: number): Buffer => {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBytes) throw problem('payloadTooLarge');
  return bytes;
};

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

const readJson = (event: APIGatewayProxyEventV2, maxBytes: number = limits.requestBodyBytes): unknown => {
  const text = bytesOf(event, maxBytes).toString('utf8');
  if (!jsonMediaType.test(event.headers['content-type'] ?? '')) throw problem('unsupportedMediaType');
  try {
    return JSON.parse(text);
  } catch {
    throw problem('malformedJson');
  }
};

/** zod checks lengths of any value with a `length`; JSON can contain an object whose comparison with a number throws. */
const safeParse = (schema: z.core.$ZodType, input: unknown) => {
  try {
    return z.safeParse(schema, input);
  } catch {
    throw problem('invalidRequest');
  }
};

const parse = (schema: z.core.$ZodType, input: unknown): unknown => {
  const result = safeParse(schema, input);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: issue.message,
  }));
  throw problem('invalidRequest', {}, { issues });
};

/**
 * Reads and checks the declared parts of a request.
 * @throws ProblemError notFound (an id that cannot exist), invalidRequest, malformedJson, unsupportedMediaType,
 * payloadTooLarge, idempotencyKeyRequired
 */
export const readRequest = (route: Route, event: APIGatewayProxyEventV2): Record<string, unknown> => {
  const request: Record<string, unknown> = {};
  if (route.params) {
    const params = z.safeParse(route.params, event.pathParameters ?? {});
    if (!params.success) throw problem('notFound');
    request.params = params.data;
  }
  if (route.query) request.query = parse(route.query, event.queryStringParameters ?? {});
  if (route.body) request.body = parse(route.body, readJson(event, route.bodyBytes));
  if (route.rawBody)
    request.raw = {
      bytes: bytesOf(event, route.bodyBytes ?? limits.requestBodyBytes),
      signature: event.headers[route.rawBody.signedBy] ?? '',
    } satisfies RawBody;
  if (route.idempotent) {
    const key = idempotencyKeySchema.safeParse(event.headers[idempotencyKeyHeader.toLowerCase()]);
    if (!key.success) throw problem('idempotencyKeyRequired');
    request.idempotencyKey = key.data;
  }
  return request;
};

/** The distribution adds this header with a secret value. */
export const originKeyHeader = 'x-origin-key';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * The client's IP address, for rate limits. CloudFront appends the client to X-Forwarded-For, and API Gateway appends
 * CloudFront, so the client is the last but one. Without the distribution's key the header may be forged, and the connection's
 * address counts.
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

const groupsOf = (address: string): readonly string[] => {
  const [head = '', tail] = address.split('::');
  const split = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [before, after] = [split(head), split(tail ?? '')];
  if (tail === undefined) return before;
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
};

/** RFC 4291, 2.5.5.2. */
const mappedIpv4 = (short: string): string | undefined => {
  const [, high = '', low = ''] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? [];
  if (low === '') return undefined;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
};

/** The IPv4 address, or /64 and /48 of IPv6: `2001:db8:0:1::/64` and `2001:db8:0::/48`. Anything else stays unchanged. */
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
